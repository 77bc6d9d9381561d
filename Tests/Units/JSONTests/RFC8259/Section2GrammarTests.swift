import Testing

/// RFC 8259, section 2: a text is one value of any kind. White space consists of four different characters.
struct Section2GrammarTests {
  static let values: [(JSONText, Tree)] = [
    ("null", nil), ("true", true), ("false", false), ("0", 0), ("-7", -7), ("2.5", 2.5), (#""""#, ""),
    (#""text""#, "text"), ("[]", []), ("{}", [:]), ("[[]]", [[]]), (#"{"a":{}}"#, ["a": [:]]), ("[{}]", [[:]]),
  ]

  @Test(arguments: values) func aTextIsOneValueOfAnyKind(text: JSONText, value: Tree) throws {
    try expect(text, isTakenAs: value)
  }

  static let whiteSpace: [(JSONText, Tree)] = [
    (" 1", 1), ("1 ", 1), ("\t1\t", 1), ("\n1\n", 1), ("\r1\r", 1), ("\r\n1\r\n", 1), (" \t\r\n \n\r\t1", 1),
    (" null ", nil), (" true\n", true), (" false\t", false), (#" "a" "#, "a"), ("[ ]", []), ("[\n]", []),
    ("[\t1\r,\n2 ]", [1, 2]), ("{ }", [:]), ("{\r\n}", [:]), (" { \"a\"\t:\n1\r, \"b\" : [ ] } ", ["a": 1, "b": []]),
    ("[[ ] , [ ]]", [[], []]),
    // White space inside of a string belongs to the string.
    (#"" a ""#, " a "),
    (JSONText(String(repeating: " ", count: 100_000) + "1"), 1),
  ]

  @Test(arguments: whiteSpace) func whiteSpaceMayStandAroundEveryToken(text: JSONText, value: Tree) throws {
    try expect(text, isTakenAs: value)
  }

  static let otherSpaces: [(JSONText, Refusal)] = [
    ("[\u{B}1]", .syntax), ("[\u{C}1]", .syntax), ("\u{B}", .syntax), ("1\u{C}", .syntax), ("\u{8}1", .syntax),
    ("[\u{1C}]", .syntax), ("[\u{7F}]", .syntax), ("[\u{85}1]", .syntax), ("[\u{A0}1]", .syntax),
    ("1\u{A0}", .syntax), ("[\u{1680}]", .syntax), ("[\u{200B}]", .syntax), ("[1\u{2028}]", .syntax),
    ("[\u{2029}1]", .syntax), ("[\u{2060}]", .syntax), ("[\u{3000}]", .syntax),
    // A byte order mark is not white space.
    ("[\u{FEFF}1]", .syntax), ("1\u{FEFF}", .syntax),
    (#"[\n1]"#, .syntax), (#"\u0020 1"#, .syntax),
  ]

  @Test(arguments: otherSpaces) func noOtherCharacterIsWhiteSpace(text: JSONText, refusal: Refusal) {
    expect(text, isRefusedAs: refusal)
  }

  static let notOneValue: [(JSONText, Refusal)] = [
    ("", .syntax.at(1, 0)), (" ", .syntax), ("\n\n", .syntax.at(3, 0)), ("\t\r\n", .syntax),
    ("1 2", .syntax.at(1, 3)), ("[] []", .syntax), ("[]{}", .syntax), ("{}{}", .syntax), (#"1"a""#, .syntax),
    (#""a"1"#, .syntax), (#""a""b""#, .syntax), ("true false", .syntax), ("1\n2", .syntax.at(2, 1)),
    ("null null", .syntax), ("[1]x", .syntax), ("[1]]", .syntax), ("{}}", .syntax), ("[],", .syntax), (",", .syntax),
    (":", .syntax), (",1", .syntax), ("1,", .syntax), ("1:2", .syntax), (#""a":1"#, .syntax), ("[]:", .syntax),
    ("]", .syntax), ("}", .syntax), ("[", .syntax), ("{", .syntax), ("[}", .syntax), ("{]", .syntax), ("([])", .syntax),
    ("[1);", .syntax), ("1;", .syntax), ("*", .syntax), ("<a>", .syntax), ("\\", .syntax), (#"{"a":1}#"#, .syntax),
    ("=1", .syntax), ("x([])", .syntax), ("1\0", .syntax.at(1, 2)), ("\0", .syntax.at(1, 1)), ("\u{0}1", .syntax),
    ("[1\0]", .syntax), ("[1]\0", .syntax), ("true\0", .syntax), ("{\"a\":1\0}", .syntax), ("\u{1}", .syntax),
  ]

  @Test(arguments: notOneValue) func whatIsLessOrMoreThanOneValueIsRefused(text: JSONText, refusal: Refusal) {
    expect(text, isRefusedAs: refusal)
  }

  static let comments: [(JSONText, Refusal)] = [
    ("/**/1", .syntax), ("1/**/", .syntax), ("[1/*one*/]", .syntax), ("1//", .syntax), ("// one\n1", .syntax),
    ("[1,// one\n2]", .syntax), ("# one\n1", .syntax), ("1 # one", .syntax), ("<!-- -->1", .syntax), ("/", .syntax),
    ("{/**/}", .syntax), ("-- one\n1", .syntax), ("[1 / 2]", .syntax),
  ]

  @Test(arguments: comments) func thereAreNoComments(text: JSONText, refusal: Refusal) {
    expect(text, isRefusedAs: refusal)
  }
}
