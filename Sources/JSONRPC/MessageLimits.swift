public import JSON

/// The limits to what one message may hold, which are checked before memory is taken for it.
public struct MessageLimits: Sendable {
  /// The levels of arrays and objects.
  public var depth: Int
  /// The values: each element, each member and the message itself.
  public var values: Int
  /// The entries of a batch.
  public var entries: Int

  /// Limits of which all but the depth are unlimited by default.
  public init(depth: Int = JSONValue.defaultMaximumDepth, values: Int = .max, entries: Int = .max) {
    self.depth = depth
    self.values = values
    self.entries = entries
  }
}

extension JSONValue {
  /// Parses the text of a message.
  init(parsing text: UnsafeRawBufferPointer, limits: MessageLimits) throws(JSONParsingError) {
    try self.init(
      parsing: text, maximumDepth: limits.depth, maximumCount: limits.values, maximumElements: limits.entries)
  }
}
