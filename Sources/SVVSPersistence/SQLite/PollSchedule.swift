import SystemSupport

/// A schedule for checking whether another process has written to a file.
///
/// A write to the file may be detected before the new data can be read. With a rollback journal, the new data can be
/// read when the writer releases its lock, which may take hours. With a WAL, the new data can be read when the writer
/// has synchronized the WAL. No lock shows when the WAL is synchronized.
struct PollSchedule {
  enum Outcome {
    /// The observers know the contents of the file.
    case isKnown
    /// The observers know the contents so far, but a write may be in progress.
    case mayChange
    /// Another process holds a lock that prevents reads.
    case isLocked
  }

  /// The longest time to wait, after a write to a WAL was detected, until the new data can be read.
  private static let timeout = Duration.seconds(5)

  private var backOff = BackOff(from: .milliseconds(10), upTo: .milliseconds(640))
  private var waited = Duration.zero

  /// The time until the next check. If it is nil, the next event causes the next check.
  var pause: Duration? { backOff.pause }

  /// Resets the schedule after an event. The next pause is the shortest one again.
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
