import JSON
import Logging
import SVVS

/// The JSON text of an observable array. Only changed elements are encoded again; the text of the others is copied.
@MainActor
final class EncodedArray<Element: JSONEncodable> {
  private let array: ObservableArray<Element>
  /// The changes since the array was encoded.
  private let changes: ArrayChanges<Element>
  private var text: [UInt8] = []
  /// The offset of the end of each element in the text.
  private var ends: [Int] = []

  /// Encodes an array.
  init(_ array: ObservableArray<Element>) {
    self.array = array
    changes = array.follow()
    encode()
  }

  isolated deinit { array.remove(changes) }

  /// Writes the array as it is now.
  func write(to writer: inout JSONWriter) {
    let differences = changes.differences(in: array.current)
    let changedCount = differences.reduce(0) { $0 + $1.old.count + $1.new.count }
    // With this many changes, encoding all elements once takes no longer than writing these changes a few times.
    if changedCount * 4 > ends.count {
      changes.removeAll()
      encode()
      return writer.write(encoded: text)
    }
    guard changedCount > 0 else { return writer.write(encoded: text) }
    writer.array { writer in
      // `next` is an index in the encoded elements, `written` an index in the current elements.
      var (next, written) = (0, 0)
      for difference in differences {
        let end = next + difference.start - written
        copy(next..<end, to: &writer)
        for element in difference.new { writer.write(element: element) }
        next = end + difference.old.count
        written = difference.start + difference.new.count
      }
      copy(next..<ends.count, to: &writer)
    }
  }

  private func encode() {
    var writer = JSONWriter()
    writer.reserve(text.count)
    var ends: [Int] = []
    writer.array { writer in
      for element in array.current {
        let start = writer.bytes.count
        writer.write(element: element)
        precondition(writer.bytes.count > start, "an element encodes itself as a JSON value")
        ends.append(writer.bytes.count)
      }
    }
    (text, self.ends) = (writer.bytes, ends)
  }

  /// Copies elements from the text.
  private func copy(_ elements: Range<Int>, to writer: inout JSONWriter) {
    guard let first = elements.first, let last = elements.last else { return }
    // An element begins after a bracket or a comma.
    let start = first == 0 ? 1 : ends[first - 1] + 1
    text.withUnsafeBytes { writer.write(encoded: UnsafeRawBufferPointer(rebasing: $0[start..<ends[last]])) }
  }
}

extension JSONWriter {
  /// Writes the elements of an observable array as an array.
  @MainActor
  mutating func write(elements: [some JSONEncodable]) {
    array { writer in
      for element in elements { writer.write(element: element) }
    }
  }

  /// Writes an element of an observable array. If a part of the element has no JSON form, logs the error, and writes
  /// `null` in place of that part and of the arrays and objects that follow it in the element. Other elements are not
  /// affected.
  @MainActor
  mutating func write(element: some JSONEncodable) {
    element.encode(to: &self)
    if let error = takeError() {
      Connection.logger.error("Parts of an element of an observable array are sent as null: \(error).")
    }
  }
}
