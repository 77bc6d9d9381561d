import CLoop
import Glibc
import MainLoop

/// A loop that the input turns: no descriptor but the main queue's, and a reader that may stop.
@MainActor
final class FuzzLoop: MainLoop {
  weak var client: (any MainLoopClient)?
  /// Gets the bytes that the server sends.
  var receive: ([UInt8]) -> Void = { _ in }
  private(set) var isOutputBlocked = false
  /// The status that the server ended with, once it has.
  private(set) var status: Int32?

  private let mainQueue = _dispatch_get_main_queue_handle_4CF()
  private var unsent: [UInt8] = []

  func send(_ body: (inout [UInt8]) -> Void) {
    body(&unsent)
    if !isOutputBlocked { deliver() }
  }

  func setNeedsTurn() {}

  func run() -> Never { preconditionFailure("the input turns the loop") }

  func stop(status: Int32, patience: Duration) {
    self.status = self.status ?? status
    unblock()
  }

  func block() { isOutputBlocked = true }

  func unblock() {
    guard isOutputBlocked else { return }
    isOutputBlocked = false
    deliver()
    client?.outputDrained()
  }

  /// Runs what the main queue holds, for as long as it holds something.
  func runUntilIdle() {
    var turns = 0
    while turns < 1000, turn(milliseconds: 0) { turns += 1 }
  }

  /// Runs the main queue once when it has work; false if it had none for so long.
  func turn(milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: mainQueue, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, milliseconds) > 0 else { return false }
    var wakeUps: UInt64 = 0
    _ = read(mainQueue, &wakeUps, MemoryLayout.size(ofValue: wakeUps))
    _dispatch_main_queue_callback_4CF(nil)
    client?.turnEnded()
    return true
  }

  private func deliver() {
    guard !unsent.isEmpty else { return }
    let bytes = unsent
    unsent.removeAll(keepingCapacity: true)
    receive(bytes)
  }
}
