import StateProtocol
import Testing

struct ContentLengthTests {
  @Test func aMessageIsAsLongAsItsHeaderSays() {
    let stream = DecodedStream("Content-Length: 2\r\n\r\n{}Content-Length: 9\r\n\r\n{\"é\":\n1}")
    #expect(stream.events == ["{}", "{\"é\":\n1}"])
    #expect(stream.framing == .contentLength)
    #expect(stream.error == nil)
  }

  @Test(arguments: [
    "content-length:2\r\n\r\n{}",
    "CONTENT-LENGTH: \t 2\r\n\r\n{}",
    "Content-Length: 2\n\n{}",
    "Content-Length: 2 \r\n\r\n{}", "Content-Length:002\r\n\r\n{}",
    "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}",
    "Content-Length: 2\r\nX-Other: 7\r\n\r\n{}",
    "\r\n\r\n Content-Length: 2\r\n\r\n{}\r\n",
  ])
  func headersMayBeWrittenInManyWays(text: String) {
    #expect(DecodedStream(text).events == ["{}"])
    #expect(DecodedStream(text).error == nil)
  }

  @Test(arguments: [
    "Content-Length: x\r\n\r\n{}", "Content-Length: -1\r\n\r\n{}", "Content-Length:\r\n\r\n{}",
    "Content-Length: +2\r\n\r\n{}", "Content-Length: -0\r\n\r\n", "Content-Length: 2;\r\n\r\n{}",
    "Content-Length: \u{662}\r\n\r\n{}", "Content-Length: 2.0\r\n\r\n{}", "Content-Length: 2,2\r\n\r\n{}",
    "Content-Length: 2x\r\n\r\n{}", "Content-Length: 1 2\r\n\r\n{}", "Content-Length: 0x2\r\n\r\n{}",
    "Content-Length: 99999999999999999999\r\n\r\n{}",
    "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", "Content-Type: x\r\n\r\n{}", "hello\r\n", "hello\n{}\n",
    "Content-Length: 2\r\n{}\r\n\r\n",
  ])
  func aBrokenHeaderEndsTheStream(text: String) {
    let stream = DecodedStream("Content-Length: 4\r\n\r\nnull" + text)
    #expect(stream.events == ["null"])
    #expect(stream.error == .brokenHeader)
  }

  @Test func headersWithoutEndAreBroken() throws {
    var decoder = FrameDecoder()
    decoder.append("X-Padding: ".utf8)
    decoder.append(Array(repeating: UInt8(ascii: "x"), count: 8000))
    #expect(try decoder.next() == nil)
    decoder.append(Array(repeating: UInt8(ascii: "x"), count: 1000))
    #expect(throws: FramingError.brokenHeader) { try decoder.next() }
    decoder.append("\r\nContent-Length: 2\r\n\r\n{}".utf8)
    #expect(throws: FramingError.brokenHeader) { try decoder.next() }
  }

  @Test(arguments: [
    "C", "Content-Length: 2", "Content-Length: 2\r\n", "Content-Length: 2\r\n\r\n", "Content-Length: 2\r\n\r\n{",
  ])
  func aStreamThatEndsInsideAFrameIsTruncated(text: String) {
    #expect(DecodedStream(text).error == .truncated)
    let later = DecodedStream("Content-Length: 4\r\n\r\nnull" + text)
    #expect(later.events == ["null"])
    #expect(later.error == .truncated)
  }

  @Test(arguments: [21, 100_000])
  func aMessageThatIsTooLargeIsSkipped(length: Int) {
    let large = "Content-Length: \(length)\r\n\r\n" + String(repeating: "\n", count: length)
    let small = "Content-Length: 20\r\n\r\n" + String(repeating: "1", count: 20)
    let stream = DecodedStream(large + small + large, maximumSize: 20)
    #expect(stream.events == ["too large", String(repeating: "1", count: 20), "too large"])
    #expect(stream.error == nil)
  }

  @Test func aMessageThatIsTooLargeIsReportedBeforeItIsRead() throws {
    var decoder = FrameDecoder(maximumSize: 10)
    decoder.append("Content-Length: \(Int.max)\r\n\r\n".utf8)
    #expect(try decoder.next() == .tooLarge)
    decoder.append("{}\nContent-Length: 2\r\n\r\n{}".utf8)
    #expect(try decoder.next() == nil)
  }
}
