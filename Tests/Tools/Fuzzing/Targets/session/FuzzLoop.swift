import CSupport
import Glibc
import MainLoop

/// A loop that runs when the input says so. Its only descriptor is that of the main queue.
@MainActor
final class FuzzLoop: TurnScheduler {
  weak var client: (any TurnClient)?

  private let mainQueue = _dispatch_get_main_queue_handle_4CF()

  /// Does nothing, because every turn calls the client at its end.
  func schedule(_ client: any TurnClient) {}

  /// Does nothing, so that an input cannot keep the loop busy for ever.
  func scheduleNextTurn(_ client: any TurnClient) {}

  /// Runs the main queue until it is empty.
  func runUntilIdle() {
    var turns = 0
    while turns < 1000, turn(milliseconds: 0) { turns += 1 }
  }

  /// Runs the main queue once when it has work; false if it gets none within `milliseconds`.
  func turn(milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: mainQueue, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, milliseconds) > 0 else { return false }
    var wakeUps: UInt64 = 0
    _ = read(mainQueue, &wakeUps, MemoryLayout.size(ofValue: wakeUps))
    _dispatch_main_queue_callback_4CF(nil)
    client?.turnEnded()
    return true
  }
}
