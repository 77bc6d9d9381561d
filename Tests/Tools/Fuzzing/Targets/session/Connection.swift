import JSON
import LibFuzzer
import MainLoop
import StateProtocol
import StateServer

/// One connection from its first byte to its end, and the client that checks its messages.
@MainActor
final class Connection {
  let transport = FuzzTransport()
  private let client: Client
  private let limits: ServerLimits
  /// Finds the messages in the sent bytes, which must get replies.
  private var decoder: FrameDecoder
  private var inputHasEnded = false

  init(to host: Host, limits: ServerLimits) {
    self.limits = limits
    client = Client(nameSize: limits.nameSize)
    decoder = FrameDecoder(maximumSize: limits.messageSize)
    transport.client = host.connect(transport)
    transport.receive = { [client] in client.receive($0) }
  }

  /// Whether no more bytes can be sent.
  private var isOver: Bool { transport.status != nil || inputHasEnded }

  /// Sends bytes, which must end at most one message, so that each reply belongs to a known call.
  func send(_ bytes: [UInt8]) {
    guard !isOver, !bytes.isEmpty else { return }
    decoder.append(bytes)
    addCalls { decoder in try decoder.next() }
    bytes.withUnsafeBytes { transport.client?.received($0) }
    transport.handleInput()
  }

  /// Ends the input.
  func endInput() {
    guard !isOver else { return }
    inputHasEnded = true
    addCalls { decoder in try decoder.finish() }
    transport.client?.inputEnded()
    transport.handleInput()
  }

  /// Requests all views at the end, for a comparison with the folded states.
  func compareAllViews() {
    guard !isOver, decoder.framing != .contentLength else { return }
    send([UInt8(ascii: "\n")])
    for (index, view) in client.viewIDs.enumerated() {
      var writer = JSONWriter()
      let id = RequestID.string(ExactString("compare \(index)"))
      writer.request(ViewGet.method, id: id, params: ViewGet(view: ExactString(view)))
      send(writer.bytes + [UInt8(ascii: "\n")])
    }
  }

  /// Checks at the end that the connection has ended and every call got a reply.
  func checkEnd() {
    require(transport.status != nil, "the connection does not end")
    if transport.status == 0, !client.calls.hasExit {
      require(client.calls.isEmpty, "calls did not get a reply: \(client.calls.ids)")
    }
  }

  /// Adds the calls of the messages that the decoder returns.
  private func addCalls(_ next: (inout FrameDecoder) throws -> FrameDecoder.Event?) {
    do {
      while let event = try next(&decoder) {
        switch event {
        case .message(let text):
          client.calls.sent(IncomingMessage(parsing: text, limits: limits.ofMessage))
        case .largeMessage: Fuzzer.finding("a message is larger than the limit")
        case .tooLarge: client.calls.sent("", nil, id: .null)
        }
      }
    } catch {
      client.calls.sent("", nil, id: .null)
      // The server ignores what follows a broken header.
      inputHasEnded = true
    }
  }
}
