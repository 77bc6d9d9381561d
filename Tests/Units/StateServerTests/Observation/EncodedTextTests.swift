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

  @Test func aShownPropertyTakesThreeWords() {
    #expect(MemoryLayout<ShownProperty>.stride == 24)
  }
}
