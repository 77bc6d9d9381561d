import LocalSocket
import MainLoop

/// The transport of a socket. If the client is an `attach`, the transport sends the status to the client when the
/// connection ends.
@MainActor
final class SocketTransport: Transport {
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
final class SocketClient: TransportClient {
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
