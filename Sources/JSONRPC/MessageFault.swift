public import JSON

/// The reason why a message is invalid.
///
/// The fault itself is never sent. The server converts it to an error with a code and a kind.
public enum MessageFault: Error, Hashable, Sendable {
  /// The text is not JSON, nests too deeply, or contains a number that does not fit in 64 bits.
  case notJSON(JSONParsingError)
  /// The text is JSON but not a message of JSON-RPC. The associated value is the reason, as a sentence.
  case notARequest(String)
  /// The text has more bytes than are allowed.
  case tooLarge(allowed: Int)
  /// The text has more values than are allowed.
  case tooManyValues(allowed: Int)
  /// The text is a batch with more entries than are allowed.
  case tooManyEntries(allowed: Int)

  /// Creates the fault for an error of the parser. `limits` are the limits with which the parser was called.
  init(_ error: JSONParsingError, limits: MessageLimits) {
    self =
      switch error.reason {
      case .tooMany: .tooManyValues(allowed: limits.values)
      case .tooManyElements: .tooManyEntries(allowed: limits.entries)
      case .syntax, .duplicateKey, .nulInKey, .tooDeep, .invalidUTF8, .numberOutOfRange: .notJSON(error)
      }
  }
}
