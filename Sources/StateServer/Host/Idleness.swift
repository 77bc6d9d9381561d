import SVVS

/// A detector that calls a closure when the server has been idle for some time.
@MainActor
final class Idleness {
  /// The minimum of the first idle time. A program that has started a listening server needs this time to connect to
  /// the server.
  private static let minimumFirstDuration = Duration.seconds(10)

  private var duration = Duration.zero
  private var isIdle: (@MainActor () -> Bool)?
  private var body: (@MainActor () -> Void)?
  private var timer: Task<Void, Never>?

  /// From now on, calls `body` whenever the server has been idle for `duration` without interruption. Replaces an
  /// earlier duration and closure.
  ///
  /// - Parameter first: The first idle time. If nil, it is at least ``minimumFirstDuration``.
  func watch(
    for duration: Duration, first: Duration?, isIdle: @escaping @MainActor () -> Bool,
    _ body: @escaping @MainActor () -> Void
  ) {
    (self.duration, self.isIdle, self.body) = (duration, isIdle, body)
    timer?.cancel()
    timer = nil
    if isIdle() { begin(first ?? max(duration, Idleness.minimumFirstDuration)) }
  }

  /// Starts the timer if the server has become idle. Cancels the timer if the server has become busy.
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
      // `sleep` throws an error when the timer is cancelled because the server is busy again.
      guard (try? await TimerClock().sleep(for: duration)) != nil, !Task.isCancelled else { return }
      timer = nil
      // A view may still be ending. When the last ending is over, the server is checked again.
      if isIdle?() ?? false { body?() }
    }
  }
}
