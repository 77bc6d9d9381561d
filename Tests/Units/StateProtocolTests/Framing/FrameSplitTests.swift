import StateProtocol
import Testing

struct FrameSplitTests {
  private static let streams = [
    "{}\n[1]\r\n\n \r\n{\"é\":2}\nlast",
    " \n\t{}\nnonsense\n{}\n",
    "{}\n" + String(repeating: "x", count: 40) + "\n{\"a\":1}\n" + String(repeating: "y", count: 40),
    "Content-Length: 2\r\n\r\n{}Content-Length: 4\n\n[1]\n",
    "\r\n Content-Type: x\r\ncontent-LENGTH:10\r\n\r\n{\"a\":\"é\"}\r\nContent-Length: 0\r\n\r\n\r\n",
    "Content-Length: 40\r\n\r\n" + String(repeating: "{", count: 40) + "Content-Length: 2\r\n\r\n{}",
    "Content-Length: 2\r\n\r\n{}Content-Length: x\r\n\r\n{}",
    "Content-Length: 2\r\n\r\n{}Content-Length: 9\r\n\r\n{}",
    "{\"a\":1}",
    " \n ",
    "",
  ]

  @Test(arguments: streams)
  func aStreamCutInTwoIsTheSameStream(text: String) {
    let bytes = Array(text.utf8)
    let whole = DecodedStream([bytes], maximumSize: 20)
    for cut in bytes.indices {
      let parts = DecodedStream([bytes[..<cut], bytes[cut...]], maximumSize: 20)
      #expect(parts == whole, "cut at \(cut)")
    }
  }

  @Test(arguments: streams, [1, 2, 3, 7])
  func aStreamCutInSmallPiecesIsTheSameStream(text: String, size: Int) {
    let bytes = Array(text.utf8)
    let pieces = stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
    #expect(DecodedStream(pieces, maximumSize: 20) == DecodedStream([bytes], maximumSize: 20))
  }

  @Test(arguments: streams, [1, 2, 5, 30])
  func aStreamIsTheSameWithMessagesInPieces(text: String, size: Int) {
    let bytes = Array(text.utf8)
    let whole = DecodedStream([bytes], maximumSize: 20)
    #expect(DecodedStream([bytes], maximumSize: 20, pieceSize: size) == whole)
    #expect(DecodedStream(bytes.map { [$0] }, maximumSize: 20, pieceSize: size) == whole)
    for cut in bytes.indices {
      let parts = DecodedStream([bytes[..<cut], bytes[cut...]], maximumSize: 20, pieceSize: size)
      #expect(parts == whole, "cut at \(cut)")
    }
  }

  @Test(arguments: [Framing.ndjson, .contentLength])
  func aLargeMessageKeepsThePiecesInWhichItCame(framing: Framing) throws {
    var decoder = FrameDecoder(maximumSize: 16, pieceSize: 4)
    decoder.append(framing == .ndjson ? "{}\n".utf8 : "Content-Length: 2\r\n\r\n{}Content-Length: 16\r\n\r\n".utf8)
    #expect(try decoder.next() == .message(Array("{}".utf8)[...]))
    for piece in ["[\"345", "6", "789", "01234", "\"]"] {
      #expect(try decoder.next() == nil)
      decoder.append(piece.utf8)
    }
    if framing == .ndjson { decoder.append("\n".utf8) }
    let event = try decoder.next()
    guard case .largeMessage(let pieces) = event else { throw Unexpected(text: "\(String(describing: event))") }
    #expect(pieces.map { String(decoding: $0, as: UTF8.self) } == ["[\"345", "6789", "01234", "\"]"])
    #expect(decoder.isEmpty)
  }

  @Test(arguments: [1000, 8192, 8193, 9000])
  func headersOfAnyLengthAreTheSameInOnePieceAndInMany(length: Int) {
    let end = "\r\nContent-Length: 2\r\n\r\n"
    let padding = "X-Padding: " + String(repeating: "x", count: length - end.utf8.count - 11)
    let bytes = Array("Content-Length: 2\r\n\r\n{}\(padding)\(end){}".utf8)
    let whole = DecodedStream([bytes])
    #expect(whole.events == (length <= 8192 ? ["{}", "{}"] : ["{}"]))
    #expect(DecodedStream(bytes.map { [$0] }) == whole)
  }

  @Test func theMemoryOfAPastMessageIsUsedAgain() throws {
    let message = Array(repeating: UInt8(ascii: "1"), count: 50_000)
    var decoder = FrameDecoder()
    decoder.append(message + [UInt8(ascii: "\n")] + message)
    #expect(try decoder.next() == .message(message[...]))
    for _ in 0..<10 {
      decoder.append([UInt8(ascii: "\n")] + message)
      #expect(try decoder.next() == .message(message[...]))
      #expect(try decoder.next() == nil)
    }
    #expect(try decoder.finish() == .message(message[...]))
  }
}
