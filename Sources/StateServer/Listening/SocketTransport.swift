import LocalSocket
import MainLoop

/// A socket's way out, at whose end an `attach` at the other side gets the status of the connection.
@MainActor
final class SocketTransport: Transport {
  private let transport: any Transport
  private var sendsStatus = false
  /// The status that is to be sent behind all else.
  private var unsentStatus: UInt8?

  init(_ transport: any Transport) { self.transport = transport }

  /// Notes that an `attach` is at the other end.
  func noteAttach() { sendsStatus = true }

  /// Sends the status, if the connection has ended and all else was sent.
  func sendStatus() {
    guard let status = unsentStatus, !isOutputBlocked else { return }
    unsentStatus = nil
    transport.send { $0 += StatusTrailer.bytes(status: status) }
  }

  // MARK: - Transport

  var isOutputBlocked: Bool { transport.isOutputBlocked }

  func send(_ body: (inout [UInt8]) -> Void) { transport.send(body) }

  func end(status: Int32, patience: Duration) {
    if sendsStatus {
      sendsStatus = false
      unsentStatus = UInt8(clamping: status)
      sendStatus()
    }
    transport.end(status: status, patience: patience)
  }

  func resumeInput() { transport.resumeInput() }
}

/// Hands what comes from a socket to a connection, but for the byte by which an `attach` says what it is.
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
    transport.noteAttach()
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
