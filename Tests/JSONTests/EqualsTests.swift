import JSON
import Testing

/// What a Swift value may equal that is written otherwise.
struct EqualsTests {
  @Test(arguments: [
    #""é""#, #""e\u0301""#, #""日本語""#, #""K""#, #"";""#, #""`""#, "0", "-0", "0.0", "-0.0", "[1,[0]]", #"{"a":"é"}"#,
    #"{"é":1}"#, #"{"K":1}"#,
  ])
  func someAreWrittenInSeveralWays(text: String) throws {
    #expect(try JSONValue(parsing: text).hasEqualsWrittenOtherwise)
  }

  @Test(arguments: [#""""#, #""abc k""#, "1", "-1.5", "true", "null", "[]", #"{"a":["b",1]}"#])
  func othersAreNot(text: String) throws {
    #expect(try !JSONValue(parsing: text).hasEqualsWrittenOtherwise)
  }

  /// Of all characters, those whose equals have no character beyond ASCII.
  @Test func theThreeOfASCIIAreAll() {
    // A set compares hashes. A comparison of each character with each of ASCII takes half a minute.
    let ascii = Set((0x20..<0x7F as Range<UInt8>).map { Character(Unicode.Scalar($0)) })
    let others = (0x80...0x10FFFF as ClosedRange<UInt32>).lazy.compactMap(Unicode.Scalar.init).map(Character.init)
    #expect(Set(others.filter(ascii.contains)) == Set("K;`"))
  }
}
