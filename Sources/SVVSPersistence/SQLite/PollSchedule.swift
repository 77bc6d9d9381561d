/// When to look again whether another process has written to a file.
///
/// A write may be seen before it counts: in a rollback journal as long as its writer holds the lock, which may be for
/// hours; in a WAL until its writer has synchronized it, and no lock tells of that.
struct PollSchedule {
  enum Outcome {
    /// Who observes the file knows what it holds.
    case isKnown
    /// So far; a write is perhaps on its way.
    case mayChange
    /// Another process keeps readers out.
    case isLocked
  }

  /// The limit to the wait for the end of a write that was seen.
  private static let timeout = Duration.seconds(5)

  private var backOff = BackOff(from: .milliseconds(10), upTo: .milliseconds(640))
  private var waited = Duration.zero

  /// The pause before the next look; nil until something happens.
  var pause: Duration? { backOff.pause }

  /// Looks at once after an event, with short pauses after that.
  mutating func restart() {
    backOff.reset()
    waited = .zero
  }

  /// Chooses the next pause by the outcome of a look.
  mutating func note(_ outcome: Outcome) {
    waited += pause ?? .zero
    switch outcome {
    case .isKnown: restart()
    case .mayChange where waited >= PollSchedule.timeout: restart()
    case .mayChange, .isLocked: backOff.next()
    }
  }
}
