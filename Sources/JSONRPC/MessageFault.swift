public import JSON

/// Why what has come is no message that can be handled.
///
/// It never reaches the wire itself: whoever answers makes a failure of it, with a code and a kind.
public enum MessageFault: Error, Hashable, Sendable {
  /// The text is not JSON, or more than is taken.
  case notJSON(JSONParsingError)
  /// The text is JSON, and not a message of JSON-RPC; the reason is a sentence.
  case notARequest(String)
  /// A number in the parameters does not fit 64 bits; the path is that in the parameters.
  case numberOutOfRange(JSONPointer)
}
