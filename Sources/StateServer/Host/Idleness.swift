import SVVS

/// Notices that there was nothing to do for some time.
@MainActor
final class Idleness {
  /// How long there is at least for the first to come: whoever has started the server connects when it listens.
  private static let firstPatience = Duration.seconds(10)

  private var duration = Duration.zero
  private var isIdle: (@MainActor () -> Bool)?
  private var body: (@MainActor () -> Void)?
  private var timer: Task<Void, Never>?

  /// Calls `body` whenever it was idle for so long, without anything to do in between, from now on.
  func watch(for duration: Duration, isIdle: @escaping @MainActor () -> Bool, _ body: @escaping @MainActor () -> Void) {
    (self.duration, self.isIdle, self.body) = (duration, isIdle, body)
    if isIdle() { begin(max(duration, Idleness.firstPatience)) }
  }

  /// Looks whether it has become idle, or is so no more.
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
      // Cancelled, since there is something to do again, the timer has nothing to say.
      guard (try? await TimerClock().sleep(for: duration)) != nil else { return }
      // Somebody may have come just before this ran.
      if isIdle?() ?? false { body?() }
    }
  }
}
