/// When to look again whether another process has written to a file.
///
/// A write may be seen before it counts: in a rollback journal as long as its writer holds the lock, which may be for
/// hours; in a WAL until its writer has synchronized it, and no lock tells of that.
struct LookSchedule {
  enum Outcome {
    /// Who observes the file knows what it holds.
    case isKnown
    /// So far; a write is perhaps on its way.
    case mayChange
    /// Another process keeps readers out.
    case isLocked
  }

  private static let first = Duration.milliseconds(10)
  private static let longestPause = Duration.milliseconds(640)
  /// How long a write that was seen is waited for.
  private static let patience = Duration.seconds(5)

  /// How long to wait before the next look; nil until something happens.
  private(set) var pause: Duration?
  private var waited = Duration.zero

  /// Something has happened: the next look is now, and the pauses behind it are short again.
  mutating func restart() {
    pause = nil
    waited = .zero
  }

  /// Notes what a look has found.
  mutating func note(_ outcome: Outcome) {
    waited += pause ?? .zero
    switch outcome {
    case .isKnown: restart()
    case .mayChange where waited >= LookSchedule.patience: restart()
    case .mayChange, .isLocked: pause = min(pause.map { $0 * 2 } ?? LookSchedule.first, LookSchedule.longestPause)
    }
  }
}
