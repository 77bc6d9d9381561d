import LibFuzzer
import StateProtocol
import StateServer

/// A hosted app, and the two connections on which the input is sent.
@MainActor
final class Conversation {
  /// A step between two messages. JSON does not contain these bytes, so that an input is readable.
  private enum Command: UInt8 {
    case runUntilIdle = 0x01
    case stopReading, readOn, release, split, terminate, turn, endInput
    case switchConnection = 0x0B
  }

  private let app = FuzzApp()
  private let loop = FuzzLoop()
  private let host: Host
  private let connections: [Connection]
  private var current = 0

  init() {
    var configuration = ServerConfiguration()
    configuration.drainTimeout = .milliseconds(8)
    configuration.closeTimeout = .milliseconds(4)
    // Each message of a batch is a slice.
    configuration.inputSlice = .zero
    configuration.limits.messageSize = 2048
    configuration.limits.nesting = 16
    configuration.limits.callsUnderWay = 4
    configuration.limits.openViews = 4
    configuration.limits.nameSize = 16
    configuration.limits.unreadBytes = 4096
    do {
      host = try Host(app, configuration: configuration, scheduler: loop, outlivesConnections: false)
    } catch {
      Fuzzer.finding("cannot host the app: \(error)")
    }
    connections = [
      Connection(to: host, limits: configuration.limits), Connection(to: host, limits: configuration.limits),
    ]
    loop.client = host
  }

  func run(_ input: [UInt8]) {
    var unsent: [UInt8] = []
    for byte in input {
      if let command = Command(rawValue: byte) {
        connections[current].send(unsent)
        unsent = []
        perform(command)
      } else {
        unsent.append(byte)
        if byte == UInt8(ascii: "\n") {
          connections[current].send(unsent)
          unsent = []
        }
      }
    }
    connections[current].send(unsent)
    for connection in connections { connection.transport.unblock() }
    loop.runUntilIdle()
    for connection in connections { connection.compareAllViews() }
    end()
  }

  private func perform(_ command: Command) {
    switch command {
    case .runUntilIdle: loop.runUntilIdle()
    case .stopReading: connections[current].transport.block()
    case .readOn: connections[current].transport.unblock()
    case .release:
      app.gate.release()
      loop.runUntilIdle()
    case .split: break
    case .terminate: host.terminationRequested()
    case .endInput: connections[current].endInput()
    case .turn: _ = loop.turn(milliseconds: 0)
    case .switchConnection: current = 1 - current
    }
    settle()
  }

  private func settle() {
    for connection in connections { connection.transport.settle() }
  }

  private func end() {
    for connection in connections { connection.endInput() }
    for _ in 0..<200 where connections.contains(where: { $0.transport.status == nil }) {
      _ = loop.turn(milliseconds: 50)
      settle()
    }
    for connection in connections { connection.checkEnd() }
    // Work that continues after the end of a connection must not have an effect on it.
    app.gate.open()
    loop.runUntilIdle()
  }
}
