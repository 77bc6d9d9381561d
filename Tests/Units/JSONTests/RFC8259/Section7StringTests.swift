import Testing

/// RFC 8259, section 7: a string has Unicode characters between quotation marks. In a string, quotation marks,
/// backslashes and control characters are escaped.
struct Section7StringTests {
  static let characters: [(JSONText, Tree)] = [
    (#""""#, ""), (#""a""#, "a"), (#"" ""#, " "), (#""hello, world""#, "hello, world"), (#""/""#, "/"), (#""'""#, "'"),
    (#""[]{}:,""#, "[]{}:,"), (#""/*a*///""#, "/*a*///"), (#""é""#, "é"), (#""日本語""#, "日本語"), (#""😀""#, "😀"),
    // DEL and the control characters outside of ASCII need no escape.
    ("\"\u{7F}\"", "\u{7F}"), ("\"\u{80}\u{85}\u{9F}\"", "\u{80}\u{85}\u{9F}"), ("\"\u{A0}\"", "\u{A0}"),
    ("\"\u{2028}\u{2029}\"", "\u{2028}\u{2029}"), ("\"\u{200B}\u{202E}\"", "\u{200B}\u{202E}"),
    ("\"e\u{301}\"", "e\u{301}"), ("\"👨‍👩‍👧\"", "👨‍👩‍👧"),
    (JSONText("\"" + String(repeating: "a", count: 100_000) + "\""), .string(String(repeating: "a", count: 100_000))),
  ]

  static let escapes: [(JSONText, Tree)] = [
    (#""\"""#, "\""), (#""\\""#, "\\"), (#""\/""#, "/"), (#""\b""#, "\u{8}"), (#""\f""#, "\u{C}"), (#""\n""#, "\n"),
    (#""\r""#, "\r"), (#""\t""#, "\t"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\\n""#, #"\n"#),
    (#""\\\"""#, #"\""#), (#""\\\\""#, #"\\"#), (#""\\u0041""#, #"\u0041"#), (#"["\"","\\"]"#, ["\"", "\\"]),
    (#""\u0041""#, "A"), (#""\u0022\u005C\u002f""#, "\"\\/"), (#""\u0001\u001F""#, "\u{1}\u{1F}"),
    (#""\u007f""#, "\u{7F}"),
    (#""\u0080""#, "\u{80}"), (#""\u00e9\u00E9""#, "éé"), (#""\u07ff\u0800""#, "\u{7FF}\u{800}"), (#""\u20ac""#, "€"),
    (#""\u20AC1""#, "€1"), (#""\u2028""#, "\u{2028}"), (#""\ufeff""#, "\u{FEFF}"),
    (#""\ud7ff\ue000""#, "\u{D7FF}\u{E000}"),
    (#""\uABCD\uabcd\uAbCd""#, "\u{ABCD}\u{ABCD}\u{ABCD}"), (#""a\u0030b""#, "a0b"), (#""\u00410""#, "A0"),
    // A character above U+FFFF is written as two escapes.
    (#""\ud83d\ude00""#, "😀"), (#""\uD83D\uDE00""#, "😀"), (#""\ud83D\uDe00!""#, "😀!"),
    (#""\ud800\udc00""#, "\u{10000}"),
    (#""\udbff\udfff""#, "\u{10FFFF}"), (#""\ud834\udd1e\ud834\udd1e""#, "𝄞𝄞"),
    // A string may contain NUL.
    (#""\u0000""#, "\0"), (#""a\u0000b""#, "a\0b"), (#"{"a":"\u0000"}"#, ["a": "\0"]),
  ]

  @Test(arguments: characters + escapes) func aStringHasTheCharactersBetweenItsMarks(text: JSONText, value: Tree) throws
  {
    try expect(text, isTakenAs: value)
  }

  static let brokenEscapes: [(JSONText, Refusal)] = [
    // Escapes that do not exist.
    (#""\a""#, .syntax), (#""\x""#, .syntax), (#""\x41""#, .syntax), (#""\v""#, .syntax), (#""\e""#, .syntax),
    (#""\0""#, .syntax), (#""\012""#, .syntax), (#""\'""#, .syntax), (#""\ ""#, .syntax), (#""\N""#, .syntax),
    (#""\B""#, .syntax), (#""\U0041""#, .syntax), (#""\U00000041""#, .syntax), (#""\é""#, .syntax), (#""\😀""#, .syntax),
    (#""\-""#, .syntax), (#""\(a)""#, .syntax), ("\"\\\n\"", .syntax), ("\"\\\t\"", .syntax), ("\"\\\u{1}\"", .syntax),
    ("\"\\\0\"", .syntax), (#"["\a"]"#, .syntax),
    // `\u` without exactly four hexadecimal digits after it.
    (#""\u""#, .syntax), (#""\u0""#, .syntax), (#""\u00""#, .syntax), (#""\u004""#, .syntax), (#""\u 041""#, .syntax),
    (#""\u004g""#, .syntax), (#""\uG041""#, .syntax), (#""\u00 41""#, .syntax), (#""\u{41}""#, .syntax),
    (#""\u-041""#, .syntax),
    (#""\u+041""#, .syntax), (#""\u0x41""#, .syntax), (#""\u004é""#, .syntax), (#""\u００４１""#, .syntax),
    (#""\uu0041""#, .syntax),
    (#""\u004\u0031""#, .syntax), (#""\"#, .syntax), (#""\u0041"#, .syntax), (#""\u00"#, .syntax), (#""\u"#, .syntax),
    (#""\\"#, .syntax), (#""\""#, .syntax),
  ]

  @Test(arguments: brokenEscapes) func aBrokenEscapeIsRefused(text: JSONText, refusal: Refusal) {
    expect(text, isRefusedAs: refusal)
  }

  static let controls: [(JSONText, Refusal)] =
    (0..<0x20).map { (JSONText.quoted(UInt8(ascii: "a"), $0, UInt8(ascii: "b")), .syntax) } + [
      ("\"a\r\nb\"", .syntax), ("\"\n\"", .syntax), ("[\"a\tb\"]", .syntax), ("{\"a\tb\":1}", .syntax),
      ("{\"\0\":1}", .syntax),
      ("{\"a\n\":1}", .syntax), ("[\n\"a\u{1}\"]", .syntax.at(2, 2)), ("[\"ä\0\"]", .syntax.at(1, 4)),
    ]

  @Test(arguments: controls) func aControlCharacterThatIsNotEscapedIsRefused(text: JSONText, refusal: Refusal) {
    expect(text, isRefusedAs: refusal)
  }

  static let notStrings: [(JSONText, Refusal)] = [
    ("\"", .syntax), ("\"a", .syntax), ("[\"a", .syntax), ("[\"a]", .syntax), ("a\"", .syntax), ("\"a\"b\"", .syntax),
    ("\"\"\"", .syntax), ("\"\"\"\"", .syntax), ("'a'", .syntax), ("''", .syntax), ("['a']", .syntax),
    ("'a\"", .syntax),
    ("\"a'", .syntax), ("`a`", .syntax), ("“a”", .syntax), ("«a»", .syntax), ("＂a＂", .syntax), (#"\"a\""#, .syntax),
    (#"\u0022a\u0022"#, .syntax), ("\"a\" + \"b\"", .syntax), ("\"\"\"a\"\"\"", .syntax), ("&quot;a&quot;", .syntax),
    ("\"é", .syntax.at(1, 2)), ("[\"a\", \"", .syntax),
  ]

  @Test(arguments: notStrings) func aStringHasTwoQuotationMarksAndNoOthers(text: JSONText, refusal: Refusal) {
    expect(text, isRefusedAs: refusal)
  }
}
