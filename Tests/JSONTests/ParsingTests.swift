import JSON
import Testing

struct ParsingTests {
  @Test(arguments: [
    ("null", "null"),
    ("true", "true"),
    ("false", "false"),
    (" \t\r\n[ 1 ,\n2 ] \r\n", "[1,2]"),
    ("{ }", "{}"),
    (#"{"b":[],"a":{"c":null}}"#, #"{"b":[],"a":{"c":null}}"#),
    (#"{"":1}"#, #"{"":1}"#),
    (#"{"a":1,"A":2}"#, #"{"a":1,"A":2}"#),
    ("\"\u{7F}\u{2028}é\"", "\"\u{7F}\u{2028}é\""),
  ])
  func aTextOfRFC8259IsTaken(text: String, written: String) throws {
    #expect(try JSON(parsing: text).description == written)
  }

  @Test(arguments: [
    "", " ", "nul", "True", "nan", "'a'", "/**/1", "1 2", "1,", "]", "[1", "[1,]", "[,1]", "[1 2]", #"{"a":1"#,
    #"{"a":1,}"#, #"{"a" 1}"#, #"{"a":}"#, "{a:1}", "{1:1}", #"{"a":1 "b":2}"#, #""a"#, "\"a\nb\"", "\"a\tb\"", "1\0",
    "[1\0,2]", "{\"a\":true\0}",
    "\"a\0b\"",
  ])
  func whatIsNoJSONIsASyntaxFault(text: String) {
    let error = #expect(throws: JSONParsingError.self) { try JSON(parsing: text) }
    #expect(error?.reason == .syntax)
  }

  @Test(arguments: [#"{"a":1,"a":1}"#, #"{"a":1,"b":2,"\u0061":3}"#, #"[{"a":{"":1,"":2}}]"#])
  func aKeyThatComesTwiceIsRefused(text: String) {
    let error = #expect(throws: JSONParsingError.self) { try JSON(parsing: text) }
    #expect(error?.reason == .duplicateKey)
  }

  @Test func aByteOrderMarkIsRefused() {
    let error = #expect(throws: JSONParsingError.self) { try JSON(parsing: "\u{FEFF}1") }
    #expect(error?.reason == .syntax)
  }

  @Test(
    arguments: [
      [0xFF], [0x80], [0xC3], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF0, 0x82, 0x82, 0xAC],
    ] as [[UInt8]])
  func bytesThatAreNotUTF8AreRefused(bytes: [UInt8]) {
    let quote = [UInt8(ascii: "\"")]
    let error = #expect(throws: JSONParsingError.self) { try JSON(parsing: quote + bytes + quote) }
    #expect(error?.reason == .invalidUTF8)
  }
}
