import MainLoop

/// A way to a client that reads at once, unless the input has stopped it.
@MainActor
final class FuzzTransport: Transport {
  /// Gets what happens, for as long as the connection has not ended.
  var client: (any TransportClient)?
  /// Gets the bytes that the server sends.
  var receive: ([UInt8]) -> Void = { _ in }
  private(set) var isOutputBlocked = false
  /// The status that the server ended the connection with, once it has.
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

  /// No message is so large that the input waits for it.
  func resumeInput() {}

  func block() { isOutputBlocked = true }

  func unblock() {
    guard isOutputBlocked else { return }
    isOutputBlocked = false
    deliver()
    client?.outputDrained()
  }

  /// Has the client handle the input that is left, slice by slice.
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
