import CLoop
import Glibc
import MainLoop

/// A loop that the input turns: it has no descriptor but the main queue's.
@MainActor
final class FuzzLoop: TurnScheduler {
  weak var client: (any TurnClient)?

  private let mainQueue = _dispatch_get_main_queue_handle_4CF()

  /// Does nothing: every turn ends with what the client does then.
  func schedule(_ client: any TurnClient) {}

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
}
