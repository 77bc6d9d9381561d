import JSON
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
  private let loop: any ProcessLoop
  private var watch: Watch?
  private var fileWatch: Watch?

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
  init(_ host: Host, at listener: Listener, on loop: any ProcessLoop) {
    self.host = host
    self.listener = listener
    self.loop = loop
    watch = loop.watch(listener.descriptor) { [unowned self] in accept(atMost: Listening.maximumAccepts) }
    guard let events = listener.fileEvents else { return }
    fileWatch = loop.watch(events) { [unowned self] in fileChanged() }
  }

  /// Ends the server when there has been no connection and no shared session for `duration`.
  ///
  /// - Parameter first: The first idle time. If nil, it is long enough for a first connection.
  func endWhenIdle(for duration: Duration, first: Duration? = nil) {
    host.whenIdle(for: duration, first: first) { [unowned self] in
      // Connections that were made before this call are still accepted. An `attach` that connects after this call
      // starts another server.
      listener.prepareToStop()
      accept()
      if host.connectionCount == 0 { end() } else { listener.resumeListening() }
    }
  }

  /// Ends the server as soon as it is idle if the file of its socket was removed: nobody can connect any more, and
  /// `stop` does not find the server if the file of its lock was removed as well.
  private func fileChanged() {
    guard !listener.isReachable() else { return }
    fileWatch?.cancel()
    Listening.logger.notice("The socket was removed, so the server ends after its last connection.")
    endWhenIdle(for: .zero, first: .zero)
  }

  private func accept(atMost maximum: Int = .max) {
    for _ in 1...maximum {
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
        let transport = SocketTransport(transport, descriptor: descriptor)
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
    fileWatch?.cancel()
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

  func terminationRequested() {
    // A client that has connected receives the status, even if its connection still waits to be accepted.
    // Otherwise it would find the connection cut, and could start another server.
    listener.prepareToStop()
    accept()
    end()
  }
}

/// The transport of a socket. If the client is an `attach`, the transport sends the status to the client when the
/// connection ends.
@MainActor
private final class SocketTransport: Transport {
  /// Whether the client is an `attach`. Nil until its first byte has been read.
  var isAttach: Bool?

  private let transport: any Transport
  private let descriptor: Int32
  private var hasEnded = false
  /// The status that must still be sent after all messages; nil if there is none.
  private var unsentStatus: UInt8?

  init(_ transport: any Transport, descriptor: Int32) {
    self.transport = transport
    self.descriptor = descriptor
  }

  /// If the connection has ended and all messages were sent, sends the status.
  func sendStatus() {
    guard let status = unsentStatus, !isOutputBlocked else { return }
    unsentStatus = nil
    transport.send { $0 += StatusTrailer.bytes(status: status) }
  }

  // MARK: - Transport

  var isOutputBlocked: Bool { transport.isOutputBlocked }

  func send(_ body: (inout [UInt8]) -> Void) { transport.send(body) }

  func end(status: Int32, timeout: Duration) {
    // The connection may end before the first byte is read. If it has not arrived, `attach` reports a cut.
    if !hasEnded, isAttach ?? StatusTrailer.isRequested(on: descriptor) {
      unsentStatus = UInt8(clamping: status)
      sendStatus()
    }
    hasEnded = true
    transport.end(status: status, timeout: timeout)
  }

  func resumeInput() { transport.resumeInput() }
}

/// The client of a socket. It passes the events of the socket to a connection, and removes the first byte that an
/// `attach` sends to identify itself.
@MainActor
private final class SocketClient: TransportClient {
  private let client: any TransportClient
  private let transport: SocketTransport

  init(_ client: any TransportClient, transport: SocketTransport) {
    self.client = client
    self.transport = transport
  }

  func received(_ bytes: UnsafeRawBufferPointer) {
    guard transport.isAttach == nil, let first = bytes.first else { return client.received(bytes) }
    let isAttach = first == StatusTrailer.mark
    transport.isAttach = isAttach
    guard isAttach else { return client.received(bytes) }
    if bytes.count > 1 { client.received(UnsafeRawBufferPointer(rebasing: bytes.dropFirst())) }
  }

  func inputEnded() { client.inputEnded() }

  var inputProgress: InputProgress { client.inputProgress }

  func continueInput() { client.continueInput() }

  func outputDrained() {
    client.outputDrained()
    transport.sendStatus()
  }

  func outputClosed(failure: Int32?) { client.outputClosed(failure: failure) }
}
