import Testing

/// RFC 8259, section 8: the text is UTF-8, and its strings contain only Unicode characters.
struct Section8UnicodeTests {
  static let sequences: [(JSONText, Tree)] = [
    // The first and the last character of each length in UTF-8, and the characters next to the surrogates.
    (.quoted(0x20), " "), (.quoted(0x7F), "\u{7F}"), (.quoted(0xC2, 0x80), "\u{80}"), (.quoted(0xDF, 0xBF), "\u{7FF}"),
    (.quoted(0xE0, 0xA0, 0x80), "\u{800}"), (.quoted(0xED, 0x9F, 0xBF), "\u{D7FF}"),
    (.quoted(0xEE, 0x80, 0x80), "\u{E000}"), (.quoted(0xEF, 0xBF, 0xBF), "\u{FFFF}"),
    (.quoted(0xF0, 0x90, 0x80, 0x80), "\u{10000}"), (.quoted(0xF4, 0x8F, 0xBF, 0xBF), "\u{10FFFF}"),
    // Noncharacters, private-use characters and unassigned characters are accepted like others.
    (.quoted(0xEF, 0xB7, 0x90), .string(String(decoding: [0xFDD0], as: UTF16.self))),
    ("\"\u{FFFE}\u{1FFFF}\"", "\u{FFFE}\u{1FFFF}"), (#""\uFFFE\uFFFF""#, "\u{FFFE}\u{FFFF}"),
    (#""\ud83f\udffe\udbff\udffe""#, "\u{1FFFE}\u{10FFFE}"), ("\"\u{F8FF}\u{10FFFD}\"", "\u{F8FF}\u{10FFFD}"),
    ("\"\u{378}\u{FFFD}\"", "\u{378}\u{FFFD}"),
    // A byte order mark inside a string is a character.
    (.quoted(0xEF, 0xBB, 0xBF), "\u{FEFF}"), ("{\"\u{FEFF}a\":1}", ["\u{FEFF}a": 1]),
  ]

  @Test(arguments: sequences) func everyCharacterOfUnicodeIsTaken(text: JSONText, value: Tree) throws {
    try expect(text, isTakenAs: value)
  }

  static let notUTF8: [(JSONText, Refusal)] = [
    // Continuation bytes without a leading byte.
    (.quoted(0x80), .invalidUTF8), (.quoted(0xBF), .invalidUTF8), (.quoted(0x61, 0x80), .invalidUTF8),
    (.quoted(0xC3, 0xA9, 0xA9), .invalidUTF8), (.quoted(0x80, 0x80, 0x80), .invalidUTF8),
    // Leading bytes without all of their continuation bytes.
    (.quoted(0xC3), .invalidUTF8), (.quoted(0xE2, 0x82), .invalidUTF8), (.quoted(0xF0, 0x9F, 0x98), .invalidUTF8),
    (.quoted(0xC3, 0x61), .invalidUTF8), (.quoted(0xE2, 0x61, 0x82), .invalidUTF8),
    (.quoted(0xC3, 0xC3, 0xA9), .invalidUTF8),
    (.quoted(0xF0, 0x9F, 0x61, 0x80), .invalidUTF8), (.quoted(0xE9), .invalidUTF8),
    // Overlong encodings.
    (.quoted(0xC0, 0x80), .invalidUTF8), (.quoted(0xC0, 0xAF), .invalidUTF8), (.quoted(0xC1, 0xBF), .invalidUTF8),
    (.quoted(0xE0, 0x80, 0xAF), .invalidUTF8), (.quoted(0xE0, 0x9F, 0xBF), .invalidUTF8),
    (.quoted(0xF0, 0x82, 0x82, 0xAC), .invalidUTF8), (.quoted(0xF0, 0x8F, 0xBF, 0xBF), .invalidUTF8),
    (.quoted(0xC0, 0xA2), .invalidUTF8),
    // Surrogates in UTF-8, alone and in pairs.
    (.quoted(0xED, 0xA0, 0x80), .invalidUTF8), (.quoted(0xED, 0xBF, 0xBF), .invalidUTF8),
    (.quoted(0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80), .invalidUTF8),
    // Encodings above U+10FFFF, and bytes that do not occur in UTF-8.
    (.quoted(0xF4, 0x90, 0x80, 0x80), .invalidUTF8), (.quoted(0xF5, 0x80, 0x80, 0x80), .invalidUTF8),
    (.quoted(0xF7, 0xBF, 0xBF, 0xBF), .invalidUTF8), (.quoted(0xF8, 0x88, 0x80, 0x80, 0x80), .invalidUTF8),
    (.quoted(0xFC, 0x84, 0x80, 0x80, 0x80, 0x80), .invalidUTF8), (.quoted(0xFE), .invalidUTF8),
    (.quoted(0xFF), .invalidUTF8),
    // Invalid bytes outside of strings and in names, and characters that are cut off by the end of the text.
    (.bytes(0xFF), .invalidUTF8), (.bytes(0x5B, 0x80, 0x5D), .invalidUTF8), (.bytes(0x5B, 0xC3), .invalidUTF8),
    (.bytes(0x31, 0xFF), .invalidUTF8), (.bytes(0x22, 0xE2, 0x82), .invalidUTF8),
    (.bytes(0x7B, 0x22, 0xE9, 0x22, 0x3A, 0x31, 0x7D), .invalidUTF8), (.quoted(0x5C, 0xE9), .invalidUTF8),
    (.quoted(0x5C, 0x75, 0x30, 0x30, 0x34, 0xE9), .invalidUTF8), (.bytes(0x22, 0x0A, 0xFF, 0x22), .syntax),
  ]

  @Test(arguments: notUTF8) func whatIsNotUTF8IsRefused(text: JSONText, refusal: Refusal) {
    expect(text, isRefusedAs: refusal)
  }

  /// According to the section, a parser MAY ignore a byte order mark. This parser refuses it. It also refuses other
  /// encodings, with and without a mark.
  static let otherEncodings: [(JSONText, Refusal)] = [
    ("\u{FEFF}", .syntax), ("\u{FEFF}1", .syntax), ("\u{FEFF}[]", .syntax), ("\u{FEFF}\u{FEFF}{}", .syntax),
    (" \u{FEFF}1", .syntax),
    (.bytes(0xEF, 0xBB, 0x31), .invalidUTF8), (.bytes(0xFE, 0xFF, 0x00, 0x31), .syntax),
    (.bytes(0xFF, 0xFE, 0x31, 0x00), .syntax),
    (.bytes(0x00, 0x5B, 0x00, 0x5D), .syntax), (.bytes(0x5B, 0x00, 0x5D, 0x00), .syntax),
    (.bytes(0x00, 0x00, 0x00, 0x31), .syntax), (.bytes(0x31, 0x00, 0x00, 0x00), .syntax),
    (.bytes(0xFE, 0xFF), .invalidUTF8),
    (.bytes(0x2B, 0x2F, 0x76, 0x38, 0x2D), .syntax),
  ]

  @Test(arguments: otherEncodings) func theTextIsUTF8WithoutAMark(text: JSONText, refusal: Refusal) {
    expect(text, isRefusedAs: refusal)
  }

  /// The grammar allows escapes for half a character (unpaired surrogates). According to the section, the behaviour of
  /// parsers is then unpredictable. This parser refuses them.
  static let halfCharacters: [(JSONText, Refusal)] = [
    (#""\ud800""#, .syntax), (#""\uDBFF""#, .syntax), (#""\udc00""#, .syntax), (#""\uDFFF""#, .syntax),
    (#""a\ud83d""#, .syntax),
    (#""\ud83da""#, .syntax), (#""\ude00\ud83d""#, .syntax), (#""\ud83d\ud83d""#, .syntax),
    (#""\ud83d\ud83d\ude00""#, .syntax),
    (#""\ud83d\ude00\ude00""#, .syntax), (#""\ud83d\u0041""#, .syntax), (#""\ud83d\n""#, .syntax),
    (#""\ud83d\\ude00""#, .syntax),
    (#""\ud83d \ude00""#, .syntax), (#""\ud83d\ude0""#, .syntax), (#""\ud83d\u""#, .syntax), (#""\ud83d\"#, .syntax),
    (#""\ud83d\xde00""#, .syntax), (#""\ud83d\ue000""#, .syntax), (#""\ud83d\udbff""#, .syntax),
    (#"{"\ud800":1}"#, .syntax),
    (#"{"\ude00":1}"#, .syntax), (#""\ud83dude00""#, .syntax),
  ]

  @Test(arguments: halfCharacters) func halfACharacterIsRefused(text: JSONText, refusal: Refusal) {
    expect(text, isRefusedAs: refusal)
  }

  /// This parser refuses NUL in a name, which it cannot store. It accepts NUL in a string (section 7).
  static let namesWithNUL: [(JSONText, Refusal)] = [
    (#"{"\u0000":1}"#, .nulInKey), (#"{"a\u0000b":1}"#, .nulInKey), (#"{"a":1,"a\u0000":2}"#, .nulInKey),
    (#"[{"\u0000a":1}]"#, .nulInKey),
  ]

  @Test(arguments: namesWithNUL) func aNameWithNULIsRefused(text: JSONText, refusal: Refusal) {
    expect(text, isRefusedAs: refusal)
  }
}
