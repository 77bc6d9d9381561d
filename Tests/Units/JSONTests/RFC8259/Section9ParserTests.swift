import JSON
import Testing

/// RFC 8259, section 9: a parser accepts every text of the grammar, but may have limits. This parser limits the depth
/// of nesting, and checks this limit before anything else.
struct Section9ParserTests {
  private static func nested(_ opening: String, _ content: String, _ closing: String, _ depth: Int) -> JSONText {
    JSONText(String(repeating: opening, count: depth) + content + String(repeating: closing, count: depth))
  }

  static let deep: [JSONText] = [
    nested("[", "", "]", 512), nested("[", "1", "]", 512), nested("[1,", "[]", "]", 511),
    nested(#"{"a":"#, "1", "}", 512),
    nested(#"{"a":"#, "{}", "}", 511), nested(#"[{"a":"#, "1", "}]", 256), nested("\n[ ", "", " ]\n", 512),
    JSONText("[" + String(repeating: "[],", count: 10_000) + "[]]"),
    // Brackets in a string do not nest.
    JSONText("\"" + String(repeating: "[", count: 100_000) + "\""),
    JSONText("[\"\\\"" + String(repeating: "{", count: 100_000) + "\"]"),
  ]

  @Test(arguments: deep) func nestingUpToTheLimitIsTaken(text: JSONText) throws {
    // The value is equal after it is written and parsed again, so the whole text was read.
    let json = try JSONValue(parsing: text.bytes)
    #expect(try JSONValue(parsing: json.description) == json)
  }

  static let tooDeep: [(JSONText, Refusal)] = [
    (nested("[", "", "]", 513), .tooDeep.at(1, 513)), (nested(#"{"a":"#, "1", "}", 513), .tooDeep),
    (nested(#"[{"a":"#, "[]", "}]", 256), .tooDeep), (nested("\n[", "", "]", 513), .tooDeep.at(514, 1)),
    // Texts of any length with missing or wrong closing brackets.
    (nested("[", "", "", 513), .tooDeep), (nested("[", "", "", 100_000), .tooDeep),
    (nested(#"{"a":"#, "", "", 100_000), .tooDeep),
    (nested(#"[{"":"#, "", "", 50_000), .tooDeep), (nested("{", "", "", 100_000), .tooDeep),
    (nested("[", "", "}", 100_000), .tooDeep),
    (nested("[[],", "", "", 100_000), .tooDeep), (nested("[", "", "]", 1_000_000), .tooDeep),
    (JSONText("1 " + String(repeating: "[", count: 513)), .tooDeep),
  ]

  @Test(arguments: tooDeep) func deeperNestingIsRefusedAtAnyLength(text: JSONText, refusal: Refusal) {
    expect(text, isRefusedAs: refusal)
  }

  static let unbalanced: [(JSONText, Refusal)] = [
    (nested("[", "", "", 512), .syntax), (nested("]", "", "", 100_000), .syntax),
    (nested("}", "", "", 100_000), .syntax),
    (nested("[", "", "}", 512), .syntax), (nested("{", "", "}", 512), .syntax),
    (nested("][", "", "", 100_000), .syntax),
    (nested(",", "", "", 100_000), .syntax), (nested("\"", "", "", 100_001), .syntax),
    (nested("-", "", "", 100_000), .syntax),
    (nested("\\", "", "", 100_000), .syntax), (nested("[\"", "", "", 100_000), .tooDeep),
  ]

  @Test(arguments: unbalanced) func longTextsOfOneTokenAreRefused(text: JSONText, refusal: Refusal) {
    expect(text, isRefusedAs: refusal)
  }
}
