import LocalSocket
import MainLoop

/// The transport of a socket. If the client is an `attach`, the transport sends it the status when the connection ends.
@MainActor
final class SocketTransport: Transport {
  private let transport: any Transport
  private var sendsStatus = false
  /// The status, if it is still to be sent after all messages.
  private var unsentStatus: UInt8?

  init(_ transport: any Transport) { self.transport = transport }

  /// Marks the client as an `attach`, so that it receives the status.
  func markAsAttach() { sendsStatus = true }

  /// Sends the status, if the connection has ended and all messages were sent.
  func sendStatus() {
    guard let status = unsentStatus, !isOutputBlocked else { return }
    unsentStatus = nil
    transport.send { $0 += StatusTrailer.bytes(status: status) }
  }

  // MARK: - Transport

  var isOutputBlocked: Bool { transport.isOutputBlocked }

  func send(_ body: (inout [UInt8]) -> Void) { transport.send(body) }

  func end(status: Int32, timeout: Duration) {
    if sendsStatus {
      sendsStatus = false
      unsentStatus = UInt8(clamping: status)
      sendStatus()
    }
    transport.end(status: status, timeout: timeout)
  }

  func resumeInput() { transport.resumeInput() }
}

/// Passes the events of a socket to a connection. Removes the first byte that an `attach` sends to identify itself.
@MainActor
final class SocketClient: TransportClient {
  private let client: any TransportClient
  private let transport: SocketTransport
  private var isFirst = true

  init(_ client: any TransportClient, transport: SocketTransport) {
    self.client = client
    self.transport = transport
  }

  func received(_ bytes: UnsafeRawBufferPointer) {
    guard isFirst, let first = bytes.first else { return client.received(bytes) }
    isFirst = false
    guard first == StatusTrailer.mark else { return client.received(bytes) }
    transport.markAsAttach()
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
