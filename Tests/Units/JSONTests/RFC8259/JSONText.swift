import JSON
import Testing

/// The bytes of a text in a table of test cases. The text is written as a string, or as bytes if a string cannot
/// contain them.
struct JSONText: Sendable {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Returns a text of these bytes between two quotation marks.
  static func quoted(_ bytes: UInt8...) -> JSONText {
    JSONText([UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")])
  }

  /// Returns a text of these bytes without quotation marks.
  static func bytes(_ bytes: UInt8...) -> JSONText { JSONText(bytes) }
}

extension JSONText: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  init(stringLiteral text: String) { self.init(text) }
}

extension JSONText: CustomTestStringConvertible {
  var testDescription: String {
    let isReadable = bytes.allSatisfy { 0x20..<0x7F ~= $0 }
    let shown = isReadable ? String(decoding: bytes.prefix(60), as: UTF8.self) : "\(bytes.prefix(60))"
    return bytes.count > 60 ? "\(shown)… (\(bytes.count) bytes)" : shown
  }
}

/// The expected error for a text.
struct Refusal: Sendable {
  let reason: JSONParsingError.Reason
  /// The expected place of the fault. Nil if the test does not check the place.
  var place: (line: Int, column: Int)?

  static let syntax = Refusal(reason: .syntax)
  static let duplicateKey = Refusal(reason: .duplicateKey)
  static let nulInKey = Refusal(reason: .nulInKey)
  static let tooDeep = Refusal(reason: .tooDeep)
  static let invalidUTF8 = Refusal(reason: .invalidUTF8)
  static let numberOutOfRange = Refusal(reason: .numberOutOfRange)

  func at(_ line: Int, _ column: Int) -> Refusal { Refusal(reason: reason, place: (line, column)) }
}

/// Expects that a text is parsed to a value.
func expect(_ text: JSONText, isTakenAs value: Tree) throws {
  #expect(try Tree(JSONValue(parsing: text.bytes)) == value)
}

/// Expects that a text is refused.
func expect(_ text: JSONText, isRefusedAs refusal: Refusal) {
  let error = #expect(throws: JSONParsingError.self) { try JSONValue(parsing: text.bytes) }
  #expect(error?.reason == refusal.reason)
  if let place = refusal.place {
    #expect(error?.line == place.line)
    #expect(error?.column == place.column)
  }
}
