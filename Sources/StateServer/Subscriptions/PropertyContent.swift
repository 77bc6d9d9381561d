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

  /// Whether the value is a text that has grown from the one that was last sent.
  func hasGrown(from sent: EncodedText) -> Bool {
    if case .text(let text) = self { text.hasGrown(from: sent) } else { false }
  }

  /// Writes what was added to the text that was last sent, from which the value has grown.
  func writeAddition(to sent: EncodedText, to writer: inout JSONWriter) {
    if case .text(let text) = self { text.writeAddition(to: sent, to: &writer) }
  }

  /// Writes the patch operations that turn the value that was last sent into the current value. Writes them as elements
  /// of the JSON array that `writer` has open.
  ///
  /// - Parameter appends: Whether the client has the capability `append`.
  func writeSteps(from sent: EncodedText, at path: JSONPointer, appends: Bool, to writer: inout JSONWriter) {
    switch self {
    case .text where appends && hasGrown(from: sent):
      JSONPatch.write(.append, at: path, to: &writer) { writeAddition(to: sent, to: &$0) }
    case .text(let text) where text.isLong:
      JSONPatch.write(.replace, at: path, to: &writer, value: text.write)
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
