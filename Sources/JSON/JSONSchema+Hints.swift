extension JSONSchema {
  /// A hint for front ends about a value: about a member of an object, or about a property of a view.
  public enum Hint: Hashable, Sendable {
    /// The text that people read in place of the name.
    case title(String)
  }
}

extension JSONSchema.Hint {
  /// Writes the keyword of the hint into the open object.
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .title(let title): writer.member("title", title)
    }
  }
}
