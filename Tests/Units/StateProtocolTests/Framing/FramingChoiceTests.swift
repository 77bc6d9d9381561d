import StateProtocol
import Testing

struct FramingChoiceTests {
  @Test(
    arguments: [
      ("{", .ndjson), ("[", .ndjson), ("\"", .ndjson), ("1", .ndjson), ("}", .ndjson), ("\u{FEFF}", .ndjson),
      ("@", .ndjson), ("`", .ndjson), ("C", .contentLength), ("c", .contentLength), ("A", .contentLength),
      ("z", .contentLength), (" \r\n\t{", .ndjson), (" \r\n\tC", .contentLength), (" \r\n\t", nil), ("", nil),
    ] as [(String, Framing?)])
  func theFirstByteThatIsNotWhiteSpaceTellsTheFraming(text: String, framing: Framing?) throws {
    var decoder = FrameDecoder()
    decoder.append(text.utf8)
    #expect(try decoder.next() == nil)
    #expect(decoder.framing == framing)
  }

  @Test func theFirstByteDeterminesTheFraming() {
    #expect(DecodedStream("{}\nContent-Length: 2\r\n").events == ["{}", "Content-Length: 2\r"])
    #expect(DecodedStream("Content-Length: 2\r\n\r\n{}{}\n").error == .brokenHeader)
  }

  @Test func aGivenFramingIgnoresTheFirstByte() {
    #expect(DecodedStream("Content-Length: 2\n{}\n", framing: .ndjson).events == ["Content-Length: 2", "{}"])
    #expect(DecodedStream("{}\n", framing: .contentLength).error == .brokenHeader)
    #expect(DecodedStream("{}", framing: .contentLength).error == .truncated)
    #expect(DecodedStream("Content-Length: 2\r\n\r\n{}", framing: .contentLength).events == ["{}"])
    #expect(DecodedStream("", framing: .ndjson).framing == .ndjson)
  }

  @Test(arguments: Framing.allCases)
  func whatIsFramedIsFoundAgain(framing: Framing) {
    var stream: [UInt8] = []
    for text in [#"{"a":"é"}"#, "[]"] { framing.append(Array(text.utf8), to: &stream) }
    #expect(DecodedStream([stream], framing: framing).events == [#"{"a":"é"}"#, "[]"])
  }

  @Test func framesAreWrittenAsTheFramingSays() {
    var lines = Array("0\n".utf8)
    Framing.ndjson.append(Array("é".utf8), to: &lines)
    #expect(String(decoding: lines, as: UTF8.self) == "0\né\n")
    var headed: [UInt8] = []
    Framing.contentLength.append(Array("é".utf8), to: &headed)
    #expect(String(decoding: headed, as: UTF8.self) == "Content-Length: 2\r\n\r\né")
    #expect(Framing.allCases.map(\.rawValue) == ["ndjson", "content-length"])
  }
}
