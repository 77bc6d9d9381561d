import JSON
import Testing

struct WritingTests {
  @Test func commasComeBetweenMembersAndElements() {
    var writer = JSONWriter()
    writer.array { writer in
      writer.object { _ in }
      writer.array { _ in }
      writer.object { writer in
        writer.member("a", 1)
        writer.key("b")
        writer.array { writer in
          writer.write(true)
          writer.writeNull()
          writer.array { $0.write("x") }
          writer.write(2)
        }
        writer.member("c", false)
      }
      writer.write(0.5)
    }
    #expect(writer.description == #"[{},[],{"a":1,"b":[true,null,["x"],2],"c":false},0.5]"#)
  }

  @Test(arguments: [
    ("", #""""#),
    ("é😀/\u{7F}\u{2028}", "\"é😀/\u{7F}\u{2028}\""),
    ("\"\\", #""\"\\""#),
    ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
    ("\0\u{1}\u{1F}", #""\u0000\u0001\u001f""#),
    ("a\nb", #""a\nb""#),
    ("\n\n", #""\n\n""#),
    ("\r\n", #""\r\n""#),
  ])
  func stringsAreEscapedWhereTheyMustBe(value: String, text: String) throws {
    var writer = JSONWriter()
    writer.write(value)
    #expect(writer.description == text)
    #expect(try JSONValue(parsing: writer.bytes).string == value)
  }

  @Test func everyCharacterReadsBackWhereverItStands() {
    for number in 0...255 as ClosedRange<UInt8> {
      let character = Character(UnicodeScalar(number))
      for place in 0...17 {
        let value = String(repeating: "a", count: place) + "\(character)" + String(repeating: "é", count: 17 - place)
        var writer = JSONWriter()
        writer.write(value)
        #expect(throws: Never.self, "character \(number) at \(place)") {
          try #require(try JSONValue(parsing: writer.bytes).string == value)
        }
      }
    }
  }

  @Test func everyASCIICharacterReadsBackInKeysAndStrings() throws {
    let characters = (1...127).map { String(UnicodeScalar(UInt8($0))) }
    var writer = JSONWriter()
    writer.object { writer in
      for character in characters { writer.member(character, character) }
    }
    let members = try JSONValue(parsing: writer.bytes).members
    #expect(members.map(\.key) == characters)
    #expect(members.map(\.value.string) == characters)
  }

  @Test(arguments: ["\"", "\\", "\u{1F}"])
  func whatMustBeEscapedIsFoundAnywhere(_ character: String) {
    for count in 0...24 {
      for rest in 0...24 {
        let text = String(repeating: "a", count: count) + character + String(repeating: "z", count: rest)
        var writer = JSONWriter()
        writer.object { $0.member(text, text) }
        #expect(throws: Never.self, "after \(count) characters, \(rest) before the end") {
          let members = try JSONValue(parsing: writer.bytes).members
          try #require(members.map(\.key) == [text])
          try #require(members.map(\.value.string) == [text])
        }
      }
    }
  }

  @Test func textThatIsJSONAlreadyIsWrittenAsItIs() {
    var writer = JSONWriter()
    writer.array { writer in
      writer.write(encoded: Array("[1, 2]".utf8))
      writer.write(encoded: Array("3".utf8))
    }
    #expect(writer.description == "[[1, 2],3]")
  }

  @Test func aParsedValueIsWrittenAsCompactText() throws {
    let text = #"{"z":[1,-2.5,"a\n\u0000",{}],"a":{"b":[true,false,null]}}"#
    #expect(try JSONValue(parsing: text).description == text)
  }
}
