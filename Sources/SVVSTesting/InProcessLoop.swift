import Dispatch
import MainLoop

/// A loop without descriptors: what the server sends goes to a closure.
@MainActor
final class InProcessLoop: MainLoop {
  weak var client: (any MainLoopClient)?
  /// Gets every line that the server sends.
  var receive: ((String) -> Void)?
  /// Whether the server takes it that nobody reads.
  var isOutputBlocked = false
  /// The status that the server ended with, once it has.
  private(set) var status: Int32?

  private var unsent: [UInt8] = []
  private var turnIsScheduled = false

  func send(_ body: (inout [UInt8]) -> Void) {
    body(&unsent)
    guard !isOutputBlocked else { return }
    deliver()
  }

  func unblock() {
    isOutputBlocked = false
    deliver()
    client?.outputDrained()
  }

  func setNeedsTurn() {
    guard !turnIsScheduled else { return }
    turnIsScheduled = true
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        self.turnIsScheduled = false
        self.client?.turnEnded()
      }
    }
  }

  func run() -> Never { preconditionFailure("the test's own loop runs") }

  func stop(status: Int32, patience: Duration) {
    self.status = self.status ?? status
  }

  private func deliver() {
    let lines = String(decoding: unsent, as: UTF8.self).split(separator: "\n")
    unsent.removeAll()
    for line in lines { receive?(String(line)) }
  }
}
