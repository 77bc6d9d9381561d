@testable import JSON
import Testing

struct FaultPositionTests {
  @Test(arguments: [
    ("", 1, 0),
    ("[1,]", 1, 4),
    ("[1,\n 2,\n x]", 3, 2),
    ("[\r\n1 2]", 2, 3),
    (#"{"a":1,"a":2}"#, 1, 10),
    ("[\n\n99999999999999999999]", 3, 20),
    ("[\"ä\",\n 1\0]", 2, 3),
    ("[\"äöü\", x]", 1, 9),
  ])
  func aFaultIsReportedWithItsLineAndCharacter(text: String, line: Int, column: Int) {
    let error = #expect(throws: JSONParsingError.self) { try JSONValue(parsing: text) }
    #expect(error.map { [$0.line, $0.column] } == [line, column])
  }

  @Test(arguments: [
    ("[[[", 1, 3),
    ("[\n[\n  [", 3, 3),
    ("[\"äöü😀\",[[", 1, 10),
  ])
  func nestingIsReportedWithItsLineAndCharacter(text: String, line: Int, column: Int) {
    let error = #expect(throws: JSONParsingError.self) { try JSONValue(parsing: text, maximumDepth: 2) }
    #expect(error == JSONParsingError(reason: .tooDeep, line: line, column: column))
  }

  @Test(
    arguments: [
      (.syntax, "Not valid JSON at line 3, column 7"),
      (.duplicateKey, "Duplicate key at line 3, column 7"),
      (.tooDeep, "Nested too deeply at line 3, column 7"),
      (.invalidUTF8, "Not valid UTF-8 at line 3, column 7"),
      (.numberOutOfRange, "Number out of range at line 3, column 7"),
    ] as [(JSONParsingError.Reason, String)])
  func aFaultHasADescription(reason: JSONParsingError.Reason, words: String) {
    #expect(JSONParsingError(reason: reason, line: 3, column: 7).description == words)
  }
}
