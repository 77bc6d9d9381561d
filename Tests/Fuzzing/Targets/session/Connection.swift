import JSON
import JSONRPC
import MainLoop
import StateProtocol
import StateServer
import Support

/// One connection from its first byte to its end, and the client that believes what it is sent.
@MainActor
final class Connection {
  let transport = FuzzTransport()
  private let client: Client
  private let limits: ServerLimits
  /// Finds the messages in what is sent, to know what must be answered.
  private var decoder: FrameDecoder
  private var inputHasEnded = false

  init(to host: Host, limits: ServerLimits) {
    self.limits = limits
    client = Client(nameSize: limits.nameSize)
    decoder = FrameDecoder(maximumSize: limits.messageSize)
    transport.client = host.connect(transport)
    transport.receive = { [client] in client.receive($0) }
  }

  /// Whether nothing can be sent any more.
  private var isOver: Bool { transport.status != nil || inputHasEnded }

  /// Sends bytes, which end at most one message, so that it is clear which call an answer is for.
  func send(_ bytes: [UInt8]) {
    guard !isOver, !bytes.isEmpty else { return }
    decoder.append(bytes)
    noteMessages { decoder in try decoder.next() }
    bytes.withUnsafeBytes { transport.client?.received($0) }
    transport.handleInput()
  }

  /// Sends nothing more.
  func endInput() {
    guard !isOver else { return }
    inputHasEnded = true
    noteMessages { decoder in try decoder.finish() }
    transport.client?.inputEnded()
    transport.handleInput()
  }

  /// What the client holds in the end is what the views hold.
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

  /// Checks at the end that nothing was forgotten.
  func checkEnd() {
    require(transport.status != nil, "does not end")
    if transport.status == 0, !client.calls.hasExit {
      require(client.calls.isEmpty, "has not answered \(client.calls.ids)")
    }
  }

  /// Notes what has to be answered.
  private func noteMessages(_ next: (inout FrameDecoder) throws -> FrameDecoder.Event?) {
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
    }
  }
}
