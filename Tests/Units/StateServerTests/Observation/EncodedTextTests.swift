import JSON
import Testing

@testable import StateServer

/// Texts of values, short and long ones.
@MainActor
struct EncodedTextTests {
  @Test(arguments: [0, 1, 12, 13, 14, 100])
  func aTextIsKeptAsItIs(length: Int) {
    let bytes = (0..<length).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    let text = EncodedText(bytes)
    #expect(text.bytes == bytes)
    #expect(text.isEmpty == bytes.isEmpty)
    #expect(text.isSame(as: EncodedText(bytes)))
    #expect(!text.isSame(as: EncodedText(bytes + [0])))
    #expect(length == 0 || !text.isSame(as: EncodedText(Array(bytes.dropLast()) + [0])))
    var writer = JSONWriter()
    text.write(to: &writer)
    #expect(writer.bytes == bytes)
  }

  /// The text of a string, as a property has it after it had `last`.
  private func text(of string: String, after last: EncodedText = EncodedText()) throws -> EncodedText {
    try EncodingCache().text(of: string, after: last) { $0.write(string) }
  }

  @Test(
    arguments: ["", "a\"\\", "\0é😀"],
    [0, 20, LongText.minimumSize - 3, LongText.minimumSize, 3 * LongText.minimumSize])
  func aTextThatHasGrownIsTheOldOneAndWhatWasAdded(end: String, length: Int) throws {
    let start = String(repeating: "a", count: length) + end
    let old = try text(of: start)
    for added in ["", "b", "\"", "\\", "\u{301}", "😀\0", String(repeating: "\n", count: LongText.minimumSize)] {
      let new = try text(of: start + added, after: old)
      #expect(new.hasGrown(from: old) == (!added.isEmpty && old.count >= 16))
      #expect(!old.hasGrown(from: new))
      #expect(new.isSame(as: try text(of: start + added)) && new.isSame(as: old) == added.isEmpty)
      guard new.hasGrown(from: old) else { continue }
      var writer = JSONWriter()
      new.writeAddition(to: old, to: &writer)
      #expect(try JSONValue(parsing: writer.bytes).string == added)
    }
  }

  @Test(arguments: [20, 2 * LongText.minimumSize])
  func aTextThatHasChangedHasNotGrown(length: Int) throws {
    let start = String(repeating: "a", count: length)
    let old = try text(of: start)
    let one = try text(of: start + "one", after: old)
    for changed in [String(start.dropLast()) + "bc", "b" + start, start + "two", start + "on", "x"] {
      let new = try text(of: changed, after: one)
      #expect(!new.hasGrown(from: one) && !new.isSame(as: one))
      #expect(new.hasGrown(from: old) == changed.hasPrefix(start))
      #expect(try JSONValue(parsing: new.bytes).string == changed)
    }
    #expect(try JSONValue(parsing: one.bytes).string == start + "one")
    #expect(try text(of: start + "one more", after: old).isSame(as: text(of: start + "one more")))
    let array = EncodedText(Array("[\(start)".utf8))
    #expect(!EncodedText(array.bytes + [UInt8(ascii: "]")]).hasGrown(from: array), "only texts grow")
  }

  @Test func aShownPropertyTakesFiveWords() {
    #expect(MemoryLayout<ShownProperty>.stride == 40)
  }
}
