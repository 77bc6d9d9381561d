import SVVS

/// A time limit. When the time is over, a closure is called, or a wait ends.
@MainActor
final class Deadline {
  private let duration: Duration
  /// Called when the deadline passes; nil before the time has begun, and after it has ended.
  private var passed: (@MainActor () -> Void)?
  private var timer: Task<Void, Never>?

  /// Creates a deadline whose time begins when something waits.
  init(after duration: Duration) { self.duration = duration }

  /// Creates a deadline whose time begins now. Calls `body` when it passes.
  convenience init(after duration: Duration, then body: @escaping @MainActor () -> Void) {
    self.init(after: duration)
    passed = body
    startTimer()
  }

  /// Runs `body` and waits for its end, but not after the deadline. After that, `body` continues, but nothing waits for
  /// it.
  ///
  /// - Returns: Whether `body` ended in time.
  func wait(for body: @escaping @MainActor () async -> Void) async -> Bool {
    await withCheckedContinuation { continuation in
      passed = { continuation.resume(returning: false) }
      Task.immediate {
        await body()
        if cancel() { continuation.resume(returning: true) }
      }
      if passed != nil { startTimer() }
    }
  }

  /// Ends the time now.
  func pass() {
    guard let passed else { return }
    cancel()
    passed()
  }

  /// Stops the time, so that the deadline does not pass.
  ///
  /// - Returns: Whether the time had begun and was not over.
  @discardableResult
  func cancel() -> Bool {
    timer?.cancel()
    return passed.take() != nil
  }

  private func startTimer() {
    timer = Task { [weak self, duration] in
      // `sleep` throws an error when the timer is cancelled.
      if (try? await TimerClock().sleep(for: duration)) != nil { self?.pass() }
    }
  }
}
