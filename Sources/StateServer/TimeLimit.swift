/// Runs `body` and waits for its end, but not longer than `limit`; late, it goes on unattended.
///
/// - Returns: Whether the end came in time.
@MainActor
func ends(within limit: Duration, _ body: @escaping @MainActor () async -> Void) async -> Bool {
  await withCheckedContinuation { continuation in
    let race = Race(continuation)
    Task.immediate {
      await body()
      race.finish(inTime: true)
    }
    race.startTimer(limit)
  }
}

/// Lets the first of two ends through.
@MainActor
private final class Race {
  private var continuation: CheckedContinuation<Bool, Never>?
  private var timer: Task<Void, Never>?

  init(_ continuation: CheckedContinuation<Bool, Never>) {
    self.continuation = continuation
  }

  func startTimer(_ limit: Duration) {
    guard continuation != nil else { return }
    timer = Task {
      // Cancelled, the timer has nothing to say.
      guard (try? await Task.sleep(for: limit)) != nil else { return }
      finish(inTime: false)
    }
  }

  func finish(inTime: Bool) {
    timer?.cancel()
    continuation?.resume(returning: inTime)
    continuation = nil
  }
}
