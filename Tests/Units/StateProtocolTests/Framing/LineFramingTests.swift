import StateProtocol
import Testing

struct LineFramingTests {
  @Test func eachLineIsAMessage() {
    let stream = DecodedStream("{}\n[1]\n{\"a\":1}\n")
    #expect(stream.events == ["{}", "[1]", "{\"a\":1}"])
    #expect(stream.framing == .ndjson)
    #expect(stream.error == nil)
  }

  @Test func aCarriageReturnIsWhiteSpaceOfItsLine() {
    #expect(DecodedStream("{}\r\n[1]\r\n").events == ["{}\r", "[1]\r"])
  }

  @Test func blankLinesAreIgnored() {
    #expect(DecodedStream("\n\r\n  \t\n{}\n\n \n[1]\n\n").events == ["{}", "[1]"])
  }

  @Test func theLastLineNeedsNoNewline() {
    #expect(DecodedStream("{}\n[1]").events == ["{}", "[1]"])
    #expect(DecodedStream("{}\n  ").events == ["{}"])
  }

  @Test func aLineThatIsNotJSONEndsWithItsLine() {
    #expect(DecodedStream("{\"a\n}}}\nword\n{}\n").events == ["{\"a", "}}}", "word", "{}"])
  }

  @Test(arguments: [20, 21, 50, 100_000])
  func aLineThatIsTooLongIsSkipped(length: Int) {
    let line = "[" + String(repeating: " ", count: length)
    let stream = DecodedStream("{}\n\(line)\n[1]\n\(line)", maximumSize: 20)
    #expect(stream.events == ["{}", "too large", "[1]", "too large"])
    #expect(stream.error == nil)
  }

  @Test func aLineAsLongAsTheLimitIsTaken() {
    let line = "[" + String(repeating: "1", count: 19)
    #expect(DecodedStream("\(line)\n\(line)", maximumSize: 20).events == [line, line])
  }

  @Test func discardedBytesAreNotKept() throws {
    var decoder = FrameDecoder(maximumSize: 10)
    decoder.append("[12345678901234567890".utf8)
    #expect(try decoder.next() == .tooLarge)
    for _ in 0..<100 {
      decoder.append("12345678901234567890".utf8)
      #expect(try decoder.next() == nil)
    }
    decoder.append("]\n{}\n".utf8)
    #expect(try decoder.next() == .message(Array("{}".utf8)[...]))
  }
}
