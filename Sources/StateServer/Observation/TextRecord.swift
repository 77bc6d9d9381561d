import JSON
import SVVS

/// A property that is read as a whole and compared by its JSON text.
@MainActor
final class TextRecord<State: AnyObject, Value: JSONEncodable>: PropertyRecord {
  private var state: State?
  private let get: @MainActor (State) -> Value
  private var text: [UInt8] = []
  /// The text that was last sent, if the property was read again since and was another.
  private var sent: [UInt8]?

  init(of state: State, get: @escaping @MainActor (State) -> Value) {
    self.state = state
    self.get = get
  }

  func read(in scratch: Scratch) {
    guard let state else { return }
    let value = get(state)
    scratch.write {
      value.encode(to: &$0)
    } then: { bytes in
      guard !bytes.isSameText(as: text) else { return }
      if sent == nil { sent = text }
      // A copy of its own size: the scratch memory is as long as the longest property.
      text = bytes.withUnsafeBufferPointer { Array($0) }
    }
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

  func settle() { sent = nil }

  func end() { state = nil }
}
