import Testing

@testable import SystemSupport

struct PrintableTests {
  @Test(arguments: [
    ("plain, ü, 日本語, 🙂", "plain, ü, 日本語, 🙂"), ("a\nb", #"a\u{A}b"#), ("\u{1B}[2J", #"\u{1B}[2J"#),
    ("\r\n", #"\u{D}\u{A}"#),
    ("a\u{2028}b\u{2029}", #"a\u{2028}b\u{2029}"#), ("\u{202E}x", #"\u{202E}x"#), ("\u{7F}\u{85}", #"\u{7F}\u{85}"#),
    ("", ""),
  ])
  func whatActsOnATerminalIsWrittenOut(text: String, shown: String) {
    #expect(text.printable == shown)
  }
}
