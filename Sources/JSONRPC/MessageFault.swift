public import JSON

/// Why a message cannot be handled.
///
/// It never reaches the wire itself: whoever answers makes a failure of it, with a code and a kind.
public enum MessageFault: Error, Hashable, Sendable {
  /// The text is not JSON, or nests too deeply.
  case notJSON(JSONParsingError)
  /// The text is JSON, and not a message of JSON-RPC; the reason is a sentence.
  case notARequest(String)
  /// A number in the parameters does not fit 64 bits; the path is that in the parameters.
  case numberOutOfRange(JSONPointer)
  /// The text has more bytes than are allowed.
  case tooLarge(allowed: Int)
  /// The text has more values than are allowed.
  case tooManyValues(allowed: Int)
  /// The text is a batch of more entries than are allowed.
  case tooManyEntries(allowed: Int)

  /// The fault of a text that is not parsed within limits.
  init(_ error: JSONParsingError, limits: MessageLimits) {
    self =
      switch error.reason {
      case .tooMany: .tooManyValues(allowed: limits.values)
      case .tooManyElements: .tooManyEntries(allowed: limits.entries)
      case .syntax, .duplicateKey, .nulInKey, .tooDeep, .invalidUTF8, .numberOutOfRange: .notJSON(error)
      }
  }
}
