import SVVS

/// Detects that the server has been idle for a time.
@MainActor
final class Idleness {
  /// The shortest first idle time. It gives the program that has started the server time to connect when the server
  /// listens.
  private static let minimumFirstDuration = Duration.seconds(10)

  private var duration = Duration.zero
  private var isIdle: (@MainActor () -> Bool)?
  private var body: (@MainActor () -> Void)?
  private var timer: Task<Void, Never>?

  /// From now on, calls `body` whenever the server has been idle for `duration` without interruption.
  func watch(for duration: Duration, isIdle: @escaping @MainActor () -> Bool, _ body: @escaping @MainActor () -> Void) {
    (self.duration, self.isIdle, self.body) = (duration, isIdle, body)
    if isIdle() { begin(max(duration, Idleness.minimumFirstDuration)) }
  }

  /// Starts or cancels the timer if the server has become idle or busy.
  func check() {
    guard let isIdle else { return }
    guard isIdle() else {
      timer?.cancel()
      timer = nil
      return
    }
    if timer == nil { begin(duration) }
  }

  private func begin(_ duration: Duration) {
    timer = Task {
      // Fails when the timer is cancelled, because the server is busy again.
      guard (try? await TimerClock().sleep(for: duration)) != nil, !Task.isCancelled else { return }
      timer = nil
      // A view may be ending. The end of the last one is followed by another check.
      if isIdle?() ?? false { body?() }
    }
  }
}
