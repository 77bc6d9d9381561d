import JSON
import Testing

@testable import StateServerCommand

struct LinesTests {
  @Test(arguments: [
    ("null", "null"), (#""a/b\n\u00fc""#, #""a/b\nü""#), ("[]", "[\n\n]"), ("{}", "{\n\n}"),
    (#"[1, 2.5, {"a": true}]"#, "[\n  1,\n  2.5,\n  {\n    \"a\" : true\n  }\n]"),
  ])
  func eachMemberAndElementIsOnALine(text: String, lines: String) throws {
    #expect(try JSONValue(parsing: text).lines == lines)
  }

  @Test func membersStayInTheirOrder() throws {
    let value = try JSONValue(parsing: #"{"b": 0, "$c": 0, "a\"": 0}"#)
    #expect(value.lines == "{\n  \"b\" : 0,\n  \"$c\" : 0,\n  \"a\\\"\" : 0\n}")
  }
}
