import MainLoop

/// The transport to a client that reads immediately, unless the input has stopped it.
@MainActor
final class FuzzTransport: Transport {
  /// Receives the events until the connection has ended.
  var client: (any TransportClient)?
  /// Receives the bytes that the server sends.
  var receive: ([UInt8]) -> Void = { _ in }
  private(set) var isOutputBlocked = false
  /// The status with which the server has ended the connection.
  private(set) var status: Int32?

  private var unsent: [UInt8] = []

  func send(_ body: (inout [UInt8]) -> Void) {
    body(&unsent)
    if !isOutputBlocked { deliver() }
  }

  func end(status: Int32, timeout: Duration) {
    self.status = self.status ?? status
    unblock()
  }

  /// Does nothing: no message is large enough to stop the input.
  func resumeInput() {}

  func block() { isOutputBlocked = true }

  func unblock() {
    guard isOutputBlocked else { return }
    isOutputBlocked = false
    deliver()
    client?.outputDrained()
  }

  /// Makes the client handle the remaining input, slice by slice.
  func handleInput() {
    while status == nil, let client, client.inputProgress == .unfinished { client.continueInput() }
    settle()
  }

  /// Releases the client at the end of a turn if the connection has ended, as a loop does.
  func settle() {
    if status != nil { client = nil }
  }

  private func deliver() {
    guard !unsent.isEmpty else { return }
    let bytes = unsent
    unsent.removeAll(keepingCapacity: true)
    receive(bytes)
  }
}
