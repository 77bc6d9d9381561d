import JSON
import JSONRPC
import LocalSocket
import Logging
import MainLoop
import StateProtocol

/// A server that accepts connections at a socket for a host, until the server ends.
@MainActor
final class Listening {
  private static let logger = Logger(label: "svvs.listening")
  /// The largest number of connections to accept in a row before the existing connections are served again.
  private static let maximumAccepts = 64

  private let host: Host
  private let listener: Listener
  private let loop: ProcessLoop
  private var watch: Watch?

  /// The message to a client that is refused because there are too many connections.
  ///
  /// - Parameter framing: The framing that the server requires. If nil, each client chooses the framing. A refused
  ///   client has not chosen a framing yet, so the message is then one line of JSON.
  static func refusal(framing: Framing?) -> [UInt8] {
    var writer = JSONWriter()
    writer.response(to: .null, error: Failure(.overloaded(.connections), "There are too many connections."))
    var message: [UInt8] = []
    (framing ?? .ndjson).append(writer.bytes, to: &message)
    return message
  }

  /// Begins to accept connections.
  init(_ host: Host, at listener: Listener, on loop: ProcessLoop) {
    self.host = host
    self.listener = listener
    self.loop = loop
    watch = loop.watch(listener.descriptor) { [unowned self] in acceptAll() }
  }

  /// Ends the server when there has been no connection and no shared session for `duration`.
  func endWhenIdle(for duration: Duration) {
    host.whenIdle(for: duration) { [unowned self] in
      // Connections that were made before this call are still accepted. An `attach` that connects after this call
      // starts another server.
      listener.prepareToStop()
      acceptAll()
      if host.connectionCount == 0 { end() } else { listener.resumeListening() }
    }
  }

  private func acceptAll() {
    for _ in 1...Listening.maximumAccepts {
      guard watch != nil, let accepted = listener.accept() else { return }
      take(accepted)
    }
  }

  private func take(_ accepted: Listener.Accepted) {
    switch accepted {
    case .connection(let descriptor) where host.isFull:
      Listening.logger.notice("A connection was refused: \(host.connectionCount) are open, which is the limit.")
      listener.refuse(descriptor)
    case .connection(let descriptor):
      loop.connect(descriptor) { transport in
        let transport = SocketTransport(transport)
        return SocketClient(host.connect(transport), transport: transport)
      }
    case .refused(let user):
      Listening.logger.warning("A connection of user \(user.map(String.init) ?? "unknown") was refused.")
    case .noDescriptors: Listening.logger.error("A connection was refused: no more files can be opened (ulimit -n).")
    }
  }

  /// Stops accepting connections, ends the existing ones, and then ends the process.
  private func end() {
    guard let watch else { return }
    watch.cancel()
    self.watch = nil
    listener.stopListening()
    Task {
      await host.end()
      loop.end(status: 0)
    }
  }
}

extension Listening: MainLoopClient {
  func turnEnded() { host.turnEnded() }

  func terminationRequested() { end() }
}
