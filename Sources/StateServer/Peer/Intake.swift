import JSONRPC
import Logging
import StateProtocol

/// What comes in on one connection: bytes become messages, in the framing that the client uses.
@MainActor
struct Intake {
  /// What was found in the bytes.
  enum Message {
    case message(IncomingMessage)
    /// A message beyond the limit, whose bytes were dropped.
    case tooLarge
  }

  /// How many calls have come.
  private(set) var callCount = 0

  private var decoder: FrameDecoder
  private let maximumDepth: Int

  init(configuration: ServerConfiguration) {
    decoder = FrameDecoder(framing: configuration.framing, maximumSize: configuration.limits.messageSize)
    maximumDepth = configuration.limits.nesting
  }

  /// The framing, once it is known.
  var framing: Framing? { decoder.framing }

  /// Takes the bytes that were read.
  mutating func append(_ bytes: UnsafeRawBufferPointer) { decoder.append(bytes) }

  /// The next message, or nil until more bytes come.
  mutating func next() throws(FramingError) -> Message? {
    guard let event = try decoder.next() else { return nil }
    return message(event)
  }

  /// The last message of an input that has ended; a line needs no newline then.
  mutating func finish() throws(FramingError) -> Message? {
    guard let event = try decoder.finish() else { return nil }
    return message(event)
  }

  /// Notes that a call has come.
  mutating func noteCall() { callCount += 1 }

  /// What is said of bytes that hold no message, and to the log.
  func failure(for error: FramingError) -> Failure {
    let isBroken = error == .brokenHeader
    if callCount == 0 {
      explainFraming()
    } else if isBroken {
      Peer.logger.error("The Content-Length headers are broken; no message can be told apart any more.")
    }
    return Failure(
      .parseError(line: 1, column: 0),
      isBroken ? "The Content-Length headers are broken." : "The input ended inside a message.")
  }

  private func message(_ event: FrameDecoder.Event) -> Message {
    switch event {
    case .message(let bytes): .message(IncomingMessage(parsing: bytes, maximumDepth: maximumDepth))
    case .tooLarge: .tooLarge
    }
  }

  /// Helps whoever has typed something that begins no message.
  private func explainFraming() {
    Peer.logger.error(
      """
      Expected a JSON-RPC message: one line of JSON, which begins with { or [, or JSON behind a header such as \
      Content-Length: 48 and an empty line. Try: {"jsonrpc":"2.0","id":1,"method":"rpc.discover"}
      """)
  }
}
