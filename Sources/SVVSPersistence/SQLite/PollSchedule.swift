/// The times at which to check again whether another process has written to a file.
///
/// A write to the file may be detected before it can be read. In a rollback journal, that is while the writer holds its
/// lock, which may be for hours; in a WAL, until the writer has synchronized it, which no lock shows.
struct PollSchedule {
  enum Outcome {
    /// The observers know the contents of the file.
    case isKnown
    /// The observers know the contents so far; a write may be in progress.
    case mayChange
    /// Another process locks readers out.
    case isLocked
  }

  /// The time to wait until a detected write can be read.
  private static let timeout = Duration.seconds(5)

  private var backOff = BackOff(from: .milliseconds(10), upTo: .milliseconds(640))
  private var waited = Duration.zero

  /// The time before the next check; nil until the next event.
  var pause: Duration? { backOff.pause }

  /// Begins with short pauses again, after an event.
  mutating func restart() {
    backOff.reset()
    waited = .zero
  }

  /// Updates the schedule after a check.
  mutating func record(_ outcome: Outcome) {
    waited += pause ?? .zero
    switch outcome {
    case .isKnown: restart()
    case .mayChange where waited >= PollSchedule.timeout: restart()
    case .mayChange, .isLocked: backOff.next()
    }
  }
}
