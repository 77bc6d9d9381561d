import JSON
import SVVS

/// A property that is read as a whole and compared by its JSON text.
@MainActor
final class TextRecord: PropertyRecord {
  /// Reads the property of the state, and passes on what writes its value; nil once the state was released.
  private var get: (@MainActor (((inout JSONWriter) -> Void) -> Void) -> Void)?
  private var text: [UInt8] = []
  /// The text that was last sent, if the property was read again since and was another.
  private var sent: [UInt8]?

  init(get: @escaping @MainActor (((inout JSONWriter) -> Void) -> Void) -> Void) { self.get = get }

  func read(in scratch: Scratch) {
    get? { writing in scratch.write(writing) { take($0) } }
  }

  private func take(_ bytes: [UInt8]) {
    guard !bytes.isSameText(as: text) else { return }
    if sent == nil { sent = text }
    // A copy of its own size: the scratch memory is as long as the longest property.
    text = bytes.withUnsafeBufferPointer { Array($0) }
  }

  var isUnsent: Bool {
    guard let sent else { return false }
    return !sent.isSameText(as: text)
  }

  func isWritten(as value: JSONValue) -> Bool { text.isSameText(as: Array(value.description.utf8)) }

  func write(to writer: inout JSONWriter) { writer.write(encoded: text) }

  func writeSteps(at path: JSONPointer, to writer: inout JSONWriter) {
    guard let sent, let patch = try? JSONPatch(fromText: sent, toText: text, at: path) else {
      // Deeper than a parser goes: the whole value will do.
      return JSONPatch.writeReplacement(by: text, at: path, to: &writer)
    }
    for operation in patch.operations { operation.encode(to: &writer) }
  }

  func markSent() { sent = nil }

  func end() { get = nil }
}
