import SVVS

/// A time limit for a wait. The wait can be cut short.
@MainActor
final class TimeLimit {
  private let duration: Duration
  private var isOver = false
  private var continuation: CheckedContinuation<Bool, Never>?
  private var timer: Task<Void, Never>?

  init(_ duration: Duration) {
    self.duration = duration
  }

  /// Ends the wait now. If the wait has not begun yet, it ends as soon as it begins.
  func cutShort() {
    isOver = true
    finish(inTime: false)
  }

  /// Runs `body` and waits for it to end, but not longer than the limit. After the limit, `body` continues, but nothing
  /// waits for it. Call this method only once.
  ///
  /// - Returns: Whether `body` ended in time.
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
      // `sleep` throws an error when the timer is cancelled.
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
