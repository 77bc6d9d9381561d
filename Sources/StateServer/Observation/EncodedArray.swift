import JSON
import SVVS

/// The JSON text of an observable array, which is kept up with its changes: only what was changed is encoded again, and
/// the rest is copied.
@MainActor
final class EncodedArray<Element: JSONEncodable> {
  private let array: ObservableArray<Element>
  private let changes: ArrayChanges<Element>
  private var text: [UInt8] = []
  /// Where each element ends in the text.
  private var ends: [Int] = []

  /// Encodes an array.
  init(_ array: ObservableArray<Element>) {
    self.array = array
    changes = array.follow()
    encode { writer in append(array.current, to: &writer) }
  }

  isolated deinit { array.remove(changes) }

  /// Writes the array as it is now.
  func write(to writer: inout JSONWriter) {
    if !changes.isEmpty { renew() }
    writer.write(encoded: text)
  }

  private func renew() {
    let (oldText, oldEnds) = (text, ends)
    let differences = changes.differences(in: array.current)
    changes.removeAll()
    encode { writer in
      var next = 0
      for difference in differences {
        let end = next + difference.start - ends.count
        copy(next..<end, of: oldText, oldEnds, to: &writer)
        append(difference.new, to: &writer)
        next = end + difference.old.count
      }
      copy(next..<oldEnds.count, of: oldText, oldEnds, to: &writer)
    }
  }

  private func encode(_ body: (inout JSONWriter) -> Void) {
    var writer = JSONWriter(reserving: text.count)
    ends.removeAll()
    writer.array(body)
    text = writer.bytes
  }

  private func append(_ elements: [Element], to writer: inout JSONWriter) {
    for element in elements {
      let start = writer.bytes.count
      element.encode(to: &writer)
      precondition(writer.bytes.count > start, "an element encodes itself as a JSON value")
      ends.append(writer.bytes.count)
    }
  }

  /// Copies elements from the text before.
  private func copy(_ elements: Range<Int>, of text: [UInt8], _ ends: [Int], to writer: inout JSONWriter) {
    guard let first = elements.first, let last = elements.last else { return }
    // Behind a bracket or a comma.
    let start = first == 0 ? 1 : ends[first - 1] + 1
    text.withUnsafeBytes { writer.write(encoded: UnsafeRawBufferPointer(rebasing: $0[start..<ends[last]])) }
    let distance = writer.bytes.count - ends[last]
    self.ends += ends[elements].lazy.map { $0 + distance }
  }
}
