import JSON
import Testing

struct PointerTests {
  @Test(arguments: [
    ("", "/"), ("a", "/a"), ("0", "/0"), (" ", "/ "), ("a/b", "/a~1b"), ("m~n", "/m~0n"), ("~1", "/~01"),
    ("~/", "/~0~1"),
    ("é\"\\", "/é\"\\"), ("~\u{301}", "/~0\u{301}"), ("/\u{301}", "/~1\u{301}"),
  ])
  func aComponentIsEscaped(component: String, text: String) {
    #expect(JSONPointer(component).description.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test func theDocumentItselfIsTheEmptyPointer() {
    #expect(JSONPointer().isRoot)
    #expect(JSONPointer().description.isEmpty)
    #expect(!JSONPointer("").isRoot)
  }

  @Test func componentsComeOutermostFirst() {
    #expect(JSONPointer("user", "friendIDs", "0").description == "/user/friendIDs/0")
    #expect(JSONDecodingError("").inside("b").inside("a").path == JSONPointer("a", "b"))
  }
}
