import SVVS

/// How long something is waited for, which can be brought forward.
@MainActor
final class TimeLimit {
  private let duration: Duration
  private var isOver = false
  private var continuation: CheckedContinuation<Bool, Never>?
  private var timer: Task<Void, Never>?

  init(_ duration: Duration) {
    self.duration = duration
  }

  /// Waits no longer than until now.
  ///
  /// - Returns: Whether this is the first time.
  func cutShort() -> Bool {
    guard !isOver else { return false }
    isOver = true
    finish(inTime: false)
    return true
  }

  /// Runs `body` and waits for its end, but not beyond the limit; late, it goes on unattended. Call it once.
  ///
  /// - Returns: Whether the end came in time.
  func wait(for body: @escaping @MainActor () async -> Void) async -> Bool {
    await withCheckedContinuation { continuation in
      self.continuation = continuation
      Task.immediate {
        await body()
        finish(inTime: true)
      }
      startTimer()
    }
  }

  private func startTimer() {
    guard continuation != nil else { return }
    guard !isOver else { return finish(inTime: false) }
    timer = Task {
      // Cancelled, the timer has nothing to say.
      guard (try? await TimerClock().sleep(for: duration)) != nil else { return }
      finish(inTime: false)
    }
  }

  private func finish(inTime: Bool) {
    timer?.cancel()
    continuation?.resume(returning: inTime)
    continuation = nil
  }
}
