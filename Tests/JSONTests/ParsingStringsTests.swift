import JSON
import Testing

struct ParsingStringsTests {
  @Test(arguments: [
    (#""""#, ""),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u00e9\u00E9""#, "éé"),
    (#""\u20ac""#, "€"),
    (#""\ud83d\ude00""#, "😀"),
    (#""a\u0000b""#, "a\0b"),
    (#""\\u0041""#, #"\u0041"#),
  ])
  func escapesAreDecoded(text: String, value: String) throws {
    #expect(try JSON(parsing: text).string == value)
  }

  @Test(arguments: [
    #""\x""#, #""\'""#, #""\u""#, #""\u12""#, #""\u12G4""#, #""\U0041""#, #""\"#,
    #""\ud83d""#, #""\ude00""#, #""\ude00\ud83d""#, #""\ud83dx""#, #""\ud83d\u0041""#,
  ])
  func aBrokenEscapeIsRefused(text: String) {
    let error = #expect(throws: JSONParsingError.self) { try JSON(parsing: text) }
    #expect(error?.reason == .syntax)
  }

  @Test func aKeyCannotHoldNUL() {
    #expect(throws: JSONParsingError.self) { try JSON(parsing: #"{"a\u0000b":1}"#) }
  }
}
