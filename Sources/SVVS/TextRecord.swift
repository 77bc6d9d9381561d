import JSON

/// A property that is read as a whole and compared by its JSON text.
@MainActor
final class TextRecord<State: AnyObject>: PropertyRecord {
  private var state: State?
  private let encode: @MainActor (State, inout JSONWriter) -> Void
  private var text: [UInt8] = []
  /// The text that was last told, if the property was read again since and was another.
  private var told: [UInt8]?

  init(of state: State, encode: @escaping @MainActor (State, inout JSONWriter) -> Void) {
    self.state = state
    self.encode = encode
  }

  func read(with scratch: inout JSONWriter) {
    guard let state else { return }
    scratch.removeAll()
    encode(state, &scratch)
    guard !scratch.bytes.isSameText(as: text) else { return }
    if told == nil { told = text }
    // A copy of its own size: the scratch memory is as long as the longest property.
    text = scratch.bytes.withUnsafeBufferPointer { Array($0) }
  }

  var isUntold: Bool {
    guard let told else { return false }
    return !told.isSameText(as: text)
  }

  func isWritten(as value: JSON) -> Bool { text.isSameText(as: Array(value.description.utf8)) }

  func write(to writer: inout JSONWriter) { writer.write(encoded: text) }

  func writeSteps(at path: JSONPointer, to writer: inout JSONWriter) {
    guard let told, let patch = try? JSONPatch(fromText: told, toText: text, at: path) else {
      // Deeper than a parser goes: the whole value will do.
      return JSONPatch.writeReplacement(by: text, at: path, to: &writer)
    }
    for operation in patch.operations { operation.encode(to: &writer) }
  }

  func settle() { told = nil }

  func end() { state = nil }
}
