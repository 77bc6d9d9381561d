public import JSON

/// The limits on one message. They are checked before memory is allocated for the values of the message.
public struct MessageLimits: Sendable {
  /// The maximum number of levels of arrays and objects.
  public var depth: Int
  /// The maximum number of values in a message. Each element, each member and the message itself counts as one value.
  public var values: Int
  /// The maximum number of entries in a batch.
  public var entries: Int

  /// Creates limits. By default, only the depth is limited.
  public init(depth: Int = JSONValue.defaultMaximumDepth, values: Int = .max, entries: Int = .max) {
    self.depth = depth
    self.values = values
    self.entries = entries
  }
}

extension JSONValue {
  /// Parses the text of a message within `limits`.
  init(
    parsing text: UnsafeRawBufferPointer, limits: MessageLimits, readsIntegersAsReals: Bool = false
  ) throws(JSONParsingError) {
    try self.init(
      parsing: text, maximumDepth: limits.depth, maximumCount: limits.values, maximumElements: limits.entries,
      readsIntegersAsReals: readsIntegersAsReals)
  }
}
