import CJansson

/// The reason why a text cannot be parsed, and the place of the fault.
public struct JSONParsingError: Error, Hashable, Sendable {
  /// A reason for which a text cannot be parsed.
  public enum Reason: Hashable, Sendable {
    case syntax, duplicateKey, nulInKey, tooDeep, tooMany, tooManyElements, invalidUTF8, numberOutOfRange
  }

  /// The reason.
  public let reason: Reason
  /// The line of the fault. The first line is 1.
  public let line: Int
  /// The number of characters of the line that had been read when the fault was found.
  public let column: Int
}

extension JSONParsingError {
  /// Creates an error at the position of a byte.
  init(_ reason: Reason, at position: Int, in bytes: UnsafeRawBufferPointer) {
    let newline = UInt8(ascii: "\n")
    let read = bytes[...position]
    let lineStart = read.lastIndex(of: newline).map { $0 + 1 } ?? 0
    self.reason = reason
    line = read.count { $0 == newline } + 1
    column = read[lineStart...].count { !UTF8.isContinuation($0) }
  }

  init(_ failure: json_error_t) {
    var failure = failure
    reason =
      switch json_error_code(&failure) {
      case json_error_duplicate_key: .duplicateKey
      case json_error_null_byte_in_key: .nulInKey
      case json_error_stack_overflow: .tooDeep
      case json_error_invalid_utf8: .invalidUTF8
      case json_error_numeric_overflow: .numberOutOfRange
      default: .syntax
      }
    line = max(1, Int(failure.line))
    column = max(0, Int(failure.column))
  }
}

extension JSONParsingError: CustomStringConvertible {
  /// The description of the fault and its place.
  public var description: String {
    let words =
      switch reason {
      case .syntax: "Not valid JSON"
      case .duplicateKey: "Duplicate key"
      case .nulInKey: "A key must not contain \\u0000"
      case .tooDeep: "Nested too deeply"
      case .tooMany: "Too many values"
      case .tooManyElements: "Too many elements"
      case .invalidUTF8: "Not valid UTF-8"
      case .numberOutOfRange: "Number out of range"
      }
    return "\(words) at line \(line), column \(column)"
  }
}
