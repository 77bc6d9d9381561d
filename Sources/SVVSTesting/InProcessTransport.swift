import Dispatch
import MainLoop

/// A transport without descriptors: its output is passed to a closure, and its input comes from the test.
@MainActor
final class InProcessTransport: Transport {
  /// The client of the transport. The client retains the transport.
  weak var client: (any TransportClient)?
  /// Whether the output is blocked, as if the client did not read.
  private(set) var isOutputBlocked = false
  /// The status with which the server has ended the connection; nil before the server has ended it.
  private(set) var status: Int32?

  private var unsent: [UInt8] = []
  /// The input that the client has not yet received. A nil element stands for the end of the input.
  private var unreceived: [ArraySlice<UInt8>?] = []
  /// The maximum number of bytes that a client receives at once. It is the same as the maximum number of bytes that a
  /// main loop reads at once.
  private static let readSize = 1 << 16
  private var receive: (@MainActor (String) -> Void)?

  /// Calls `receive` with each line that the server sends. The lines that the server has already sent are also passed
  /// to `receive`.
  func deliver(to receive: @escaping @MainActor (String) -> Void) {
    self.receive = receive
    passOn()
  }

  func send(_ body: (inout [UInt8]) -> Void) {
    body(&unsent)
    if !isOutputBlocked { passOn() }
  }

  func end(status: Int32, timeout: Duration) { self.status = self.status ?? status }

  func resumeInput() { deliverInput() }

  /// Passes bytes to the client as input, after all bytes that were passed earlier.
  func deliver(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      unreceived.append(rest.prefix(InProcessTransport.readSize))
      rest = rest.dropFirst(InProcessTransport.readSize)
    }
    deliverInput()
  }

  /// Ends the input, after all bytes that were passed earlier.
  func endInput() {
    unreceived.append(nil)
    deliverInput()
  }

  private func deliverInput() {
    while let client {
      switch client.inputProgress {
      case .waiting: return
      case .unfinished: client.continueInput()
      case .done:
        guard !unreceived.isEmpty else { return }
        if let bytes = unreceived.removeFirst() {
          bytes.withUnsafeBytes { client.received($0) }
        } else {
          client.inputEnded()
        }
      }
    }
  }

  /// Stops reading the output.
  func block() { isOutputBlocked = true }

  /// Continues to read the output.
  ///
  /// - Returns: Whether the output was blocked before.
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

/// A scheduler that ends turns on the main queue, which the process of the test runs.
@MainActor
final class MainQueueTurns: TurnScheduler {
  func schedule(_ client: any TurnClient) {
    DispatchQueue.main.async {
      MainActor.assumeIsolated { client.turnEnded() }
    }
  }

  func scheduleNextTurn(_ client: any TurnClient) { schedule(client) }
}
