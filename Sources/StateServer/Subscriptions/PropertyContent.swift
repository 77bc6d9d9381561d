import JSON

/// The value of a property, as one subscription has last read it.
enum PropertyContent {
  /// A value that is read as a whole and compared by its text.
  case text(EncodedText)
  /// An observable array, which records its own changes.
  indirect case array(any ArrayRecord)
}

@MainActor
extension PropertyContent {
  /// Whether the value differs from the value that was last sent.
  func differs(from sent: EncodedText) -> Bool {
    switch self {
    case .text(let text): !text.isSame(as: sent)
    case .array(let record): record.isUnsent
    }
  }

  /// Writes the value.
  func write(to writer: inout JSONWriter) {
    switch self {
    case .text(let text): text.write(to: &writer)
    case .array(let record): record.write(to: &writer)
    }
  }

  /// Writes the patch operations that turn the value that was last sent into the current value. Writes them as elements
  /// of the JSON array that `writer` has open.
  func writeSteps(from sent: EncodedText, at path: JSONPointer, to writer: inout JSONWriter) {
    switch self {
    case .text(let text):
      let (old, new) = (sent.bytes, text.bytes)
      guard let patch = try? JSONPatch(fromText: old, toText: new, at: path) else {
        // The whole value is written if it is nested more deeply than a parser allows.
        return JSONPatch.writeReplacement(by: new, at: path, to: &writer)
      }
      for operation in patch.operations { operation.encode(to: &writer) }
    case .array(let record): record.writeSteps(at: path, to: &writer)
    }
  }

  /// Marks the value as sent.
  func markSent() {
    if case .array(let record) = self { record.markSent() }
  }

  /// Releases references to the state.
  func end() {
    if case .array(let record) = self { record.end() }
  }
}
