import StateProtocol

/// The events of a decoder, and the end of its stream.
struct DecodedStream: Equatable {
  var events: [String] = []
  var framing: Framing?
  var error: FramingError?

  /// Decodes bytes that arrive in chunks.
  init(_ chunks: [some Collection<UInt8>], framing: Framing? = nil, maximumSize: Int = 1000, pieceSize: Int = 1000) {
    var decoder = FrameDecoder(framing: framing, maximumSize: maximumSize, pieceSize: pieceSize)
    do {
      for chunk in chunks {
        decoder.append(chunk)
        while let event = try decoder.next() { events.append(DecodedStream.text(of: event)) }
      }
      while let event = try decoder.finish() { events.append(DecodedStream.text(of: event)) }
    } catch {
      self.error = error
    }
    self.framing = decoder.framing
  }

  init(_ text: String, framing: Framing? = nil, maximumSize: Int = 1000) {
    self.init([Array(text.utf8)], framing: framing, maximumSize: maximumSize)
  }

  private static func text(of event: FrameDecoder.Event) -> String {
    switch event {
    case .message(let bytes): String(decoding: bytes, as: UTF8.self)
    case .largeMessage(let pieces): String(decoding: pieces.joined(), as: UTF8.self)
    case .tooLarge: "too large"
    }
  }
}
