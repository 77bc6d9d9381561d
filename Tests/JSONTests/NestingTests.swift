@testable import JSON
import Testing

struct NestingTests {
  private func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  @Test func nestingUpToTheLimitIsTaken() throws {
    #expect(try JSON(parsing: nested(512)).count == 1)
    #expect(try JSON(parsing: #"[{"a":[]},[[]],[]]"#, maximumDepth: 3).count == 3)
  }

  @Test(arguments: [513, 10_000, 1_000_000])
  func deeperNestingIsRefusedAtTheBracketThatIsTooMany(depth: Int) {
    let error = #expect(throws: JSONParsingError.self) { try JSON(parsing: nested(depth)) }
    #expect(error == JSONParsingError(reason: .tooDeep, line: 1, column: 513))
  }

  @Test func objectsNestToo() {
    let error = #expect(throws: JSONParsingError.self) { try JSON(parsing: #"{"a":{"b":[]}}"#, maximumDepth: 2) }
    #expect(error?.reason == .tooDeep)
  }

  @Test func nestingThatNeverClosesIsRefused() {
    let text = String(repeating: #"{"a":["#, count: 10_000)
    let error = #expect(throws: JSONParsingError.self) { try JSON(parsing: text) }
    #expect(error?.reason == .tooDeep)
  }

  @Test(arguments: ["[[[[", "{{{{", #"\"[[[["#, #"\\\"[[[["#, "]]]]"])
  func bracketsInsideStringsDoNotNest(content: String) throws {
    let json = try JSON(parsing: #"[["\#(content)",["\#(content)"]]]"#, maximumDepth: 3)
    #expect(json.elements.first?.count == 2)
  }

  @Test func siblingsDoNotNest() throws {
    let text = "[" + String(repeating: "[],", count: 1000) + "[]]"
    #expect(try JSON(parsing: text, maximumDepth: 2).count == 1001)
  }

  @Test func aLimitBeyondTheParsersOwnStillRefuses() {
    let error = #expect(throws: JSONParsingError.self) { try JSON(parsing: nested(10_000), maximumDepth: 20_000) }
    #expect(error?.reason == .tooDeep)
  }
}
