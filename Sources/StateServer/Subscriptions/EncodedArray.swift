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
        for element in difference.new { element.encode(to: &writer) }
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
        element.encode(to: &writer)
        precondition(writer.bytes.count > start, "an element encodes itself as a JSON value")
        ends.append(writer.bytes.count)
      }
    }
    writer.logError()
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
  /// If a part of an observable array has no JSON form, logs that error. Front ends receive `null` in place of that
  /// part.
  @MainActor
  func logError() {
    if let error {
      Connection.logger.error("An element of an observable array cannot be encoded and is sent as null: \(error).")
    }
  }
}
