import JSON
import JSONRPC
import StateServer
import Support

/// One connection from its first byte to its end, and the client that believes what it is told.
@MainActor
final class Conversation {
  /// What happens between two messages. JSON has none of these bytes, so that an input can be read.
  private enum Command: UInt8 {
    case runUntilIdle = 0x01
    case stopReading, readOn, release, split, terminate, turn, endInput
  }

  private let app = FuzzApp()
  private let loop = FuzzLoop()
  private let client = Client()
  private let connection: Connection
  private let limits: Configuration.Limits
  /// Finds the messages in what is sent, to know what must be answered.
  private var decoder: FrameDecoder
  private var inputHasEnded = false

  init() {
    var configuration = Configuration()
    configuration.drainTimeout = .milliseconds(8)
    configuration.closeTimeout = .milliseconds(4)
    configuration.limits.messageSize = 2048
    configuration.limits.nesting = 16
    configuration.limits.callsUnderWay = 4
    configuration.limits.openViews = 4
    configuration.limits.unreadBytes = 4096
    limits = configuration.limits
    decoder = FrameDecoder(maximumSize: limits.messageSize)
    connection = Connection(app: app, configuration: configuration, loop: loop)
    loop.receive = { [client] in client.receive($0) }
  }

  func run(_ input: [UInt8]) {
    var unsent: [UInt8] = []
    for byte in input {
      if let command = Command(rawValue: byte) {
        send(unsent)
        unsent = []
        perform(command)
      } else {
        unsent.append(byte)
        // One message at a time, so that it is clear which call an answer is for.
        if byte == UInt8(ascii: "\n") {
          send(unsent)
          unsent = []
        }
      }
    }
    send(unsent)
    loop.unblock()
    loop.runUntilIdle()
    compareAllViews()
    end()
  }

  private func perform(_ command: Command) {
    switch command {
    case .runUntilIdle: loop.runUntilIdle()
    case .stopReading: loop.block()
    case .readOn: loop.unblock()
    case .release:
      app.gate.release()
      loop.runUntilIdle()
    case .split: break
    case .terminate: connection.terminationRequested()
    case .endInput: endInput()
    case .turn: _ = loop.turn(milliseconds: 0)
    }
  }

  private func send(_ bytes: [UInt8]) {
    guard loop.status == nil, !inputHasEnded, !bytes.isEmpty else { return }
    decoder.append(bytes)
    noteMessages { decoder in try decoder.next() }
    bytes.withUnsafeBytes { connection.received($0) }
  }

  /// Notes what has to be answered.
  private func noteMessages(_ next: (inout FrameDecoder) throws -> FrameDecoder.Event?) {
    do {
      while let event = try next(&decoder) {
        switch event {
        case .message(let text):
          let message = text.withUnsafeBytes { IncomingMessage(parsing: $0, maximumDepth: limits.nesting) }
          client.calls.sent(message)
        case .tooLarge: client.calls.sent("", nil, id: .null)
        }
      }
    } catch {
      client.calls.sent("", nil, id: .null)
    }
  }

  /// What the client holds in the end is what the views hold.
  private func compareAllViews() {
    guard loop.status == nil, !inputHasEnded, decoder.framing != .contentLength else { return }
    send([UInt8(ascii: "\n")])
    for id in client.viewIDs {
      var writer = JSONWriter()
      writer.object { writer in
        writer.member("jsonrpc", "2.0")
        writer.member("id", "compare \(id)")
        writer.member("method", "view/get")
        writer.key("params")
        writer.object { $0.member("view", id) }
      }
      send(writer.bytes + [UInt8(ascii: "\n")])
    }
  }

  private func endInput() {
    guard loop.status == nil, !inputHasEnded else { return }
    inputHasEnded = true
    noteMessages { decoder in try decoder.finish() }
    connection.inputEnded()
  }

  private func end() {
    endInput()
    for _ in 0..<200 where loop.status == nil { _ = loop.turn(milliseconds: 50) }
    require(loop.status != nil, "does not end")
    if loop.status == 0, !client.calls.hasExit {
      require(client.calls.isEmpty, "has not answered \(client.calls.ids)")
    }
    // What was cut loose must not be heard of any more.
    app.gate.open()
    loop.runUntilIdle()
  }
}
