import Dispatch
import MainLoop

/// A transport without descriptors: what the server sends goes to a closure.
@MainActor
final class InProcessTransport: Transport {
  /// Whether the server takes it that nobody reads.
  private(set) var isOutputBlocked = false
  /// The status that the server ended the connection with, once it has.
  private(set) var status: Int32?

  private var unsent: [UInt8] = []
  private var receive: (@MainActor (String) -> Void)?

  /// Passes every line on that the server sends, those that it has sent, too.
  func deliver(to receive: @escaping @MainActor (String) -> Void) {
    self.receive = receive
    passOn()
  }

  func send(_ body: (inout [UInt8]) -> Void) {
    body(&unsent)
    if !isOutputBlocked { passOn() }
  }

  func end(status: Int32, patience: Duration) { self.status = self.status ?? status }

  /// Stops reading.
  func block() { isOutputBlocked = true }

  /// Reads on.
  ///
  /// - Returns: Whether it had stopped.
  func unblock() -> Bool {
    guard isOutputBlocked else { return false }
    isOutputBlocked = false
    passOn()
    return true
  }

  private func passOn() {
    guard let receive else { return }
    let lines = String(decoding: unsent, as: UTF8.self).split(separator: "\n")
    unsent.removeAll()
    for line in lines { receive(String(line)) }
  }
}

/// Ends turns by way of the main queue, which the test's process runs.
@MainActor
final class MainQueueTurns: TurnScheduler {
  func schedule(_ client: any TurnClient) {
    DispatchQueue.main.async {
      MainActor.assumeIsolated { client.turnEnded() }
    }
  }
}
