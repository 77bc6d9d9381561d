/// Decides when to check again whether another process has written to a file.
///
/// A write to the file may be detected before it can be read. With a rollback journal, the write can be read when the
/// writer releases its lock, which may take hours. With a WAL, the write can be read when the writer has synchronized
/// the WAL. No lock shows when that is.
struct PollSchedule {
  enum Outcome {
    /// The observers know the contents of the file.
    case isKnown
    /// The observers know the contents so far, but a write may be in progress.
    case mayChange
    /// Another process locks readers out.
    case isLocked
  }

  /// The longest time to wait until a detected write in a WAL can be read.
  private static let timeout = Duration.seconds(5)

  private var backOff = BackOff(from: .milliseconds(10), upTo: .milliseconds(640))
  private var waited = Duration.zero

  /// The time until the next check. If it is nil, the next event causes the next check.
  var pause: Duration? { backOff.pause }

  /// Resets the pauses to the shortest one, after an event.
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
