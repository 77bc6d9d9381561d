@testable import JSON
import Testing

/// Limits that a caller sets. `Section9ParserTests` tests the default limit.
struct NestingTests {
  private func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  @Test func nestingUpToALimitOfTheCallersIsTaken() throws {
    #expect(try JSONValue(parsing: #"[{"a":[]},[[]],[]]"#, maximumDepth: 3).count == 3)
  }

  @Test func objectsNestToo() {
    let error = #expect(throws: JSONParsingError.self) { try JSONValue(parsing: #"{"a":{"b":[]}}"#, maximumDepth: 2) }
    #expect(error?.reason == .tooDeep)
  }

  @Test(arguments: ["[[[[", "{{{{", #"\"[[[["#, #"\\\"[[[["#, "]]]]"])
  func bracketsInsideStringsDoNotNest(content: String) throws {
    let json = try JSONValue(parsing: #"[["\#(content)",["\#(content)"]]]"#, maximumDepth: 3)
    #expect(json.elements.first?.count == 2)
  }

  @Test func siblingsDoNotNest() throws {
    let text = "[" + String(repeating: "[],", count: 1000) + "[]]"
    #expect(try JSONValue(parsing: text, maximumDepth: 2).count == 1001)
  }

  @Test(arguments: [
    "[1,2,3]", #"{"a":1,"b":[2]}"#, "[[],1,{}]", "[ [ ] , { \n\t}\r, [\n] ]", "[[[1]]]", #"["[,{","\",[",1]"#,
    #"["\\",[{}]]"#, #"{"a\",":{},"\\\"":[1]}"#,
  ])
  func asManyValuesAsAreAllowedAreTaken(text: String) throws {
    #expect(try JSONValue(parsing: Array(text.utf8), maximumCount: 4).count > 0)
    let error = #expect(throws: JSONParsingError.self) { try JSONValue(parsing: Array(text.utf8), maximumCount: 3) }
    #expect(error?.reason == .tooMany)
  }

  @Test(arguments: ["[1,[2,3]]", #"[[1,2,3],{"a":1,"b":2}]"#, #"["a,b","\",,"]"#, " [{},\n{}]"])
  func asManyElementsAsAreAllowedAreTaken(text: String) throws {
    func parse(maximumElements: Int) throws -> JSONValue {
      try Array(text.utf8).withUnsafeBytes { try JSONValue(parsing: $0, maximumElements: maximumElements) }
    }
    #expect(try parse(maximumElements: 2).count == 2)
    let error = #expect(throws: JSONParsingError.self) { try parse(maximumElements: 1) }
    #expect(error?.reason == .tooManyElements)
  }

  @Test func onlyTheOutermostArrayHasALimitToItsElements() throws {
    let text = Array(#"{"a":[1,2,3],"b":[[],[]]}"#.utf8)
    #expect(try text.withUnsafeBytes { try JSONValue(parsing: $0, maximumElements: 0) }.count == 2)
  }

  @Test func aLimitBeyondTheParsersOwnStillRefuses() {
    let error = #expect(throws: JSONParsingError.self) { try JSONValue(parsing: nested(10_000), maximumDepth: 20_000) }
    #expect(error?.reason == .tooDeep)
  }
}
