import SVVSPersistence

/// When to read the change log next, and whether others should ring when they write.
///
/// `NOTIFY` makes commits wait for each other, so that a writer rings only for who sleeps. The follower sleeps as
/// long as little is written. When bells come densely it stays awake, which nobody rings for, and looks every few
/// milliseconds until there is nothing to see.
struct RefreshSchedule {
  enum Step: Equatable {
    /// Refresh at once.
    case refresh
    /// Refresh after this time, or as soon as somebody asks; also when the bell rings.
    case sleep(Duration)
    /// The same, but the bell does not matter.
    case pause(Duration)
    /// Ask others to ring from here on, then refresh.
    case fallAsleep
    /// Ask others not to ring any more.
    case wakeUp
  }

  private enum Mode: Equatable {
    /// Whether the bell arrives is not known.
    case listening
    case awake
    case asleep
  }

  private static let poll = Duration.seconds(1)
  private static let longSleep = Duration.seconds(60)
  private static let look = Duration.milliseconds(10)
  private static let longestLook = Duration.seconds(1)
  /// How many refreshes in a row may be overtaken by a bell.
  private static let patience = 3
  /// How often the number of polls doubles after which it is tested again whether the bell arrives.
  private static let longestSilence = 6

  private(set) var step = Step.refresh
  private var mode = Mode.listening
  /// Whether somebody should ring, to show whether that arrives.
  private(set) var isTestDue = true
  private var tests = 0
  private var polls = 0
  private var overtaken = 0
  /// Who began to write before this one perhaps has not rung.
  private var asleepSince: UInt64?
  /// Who has perhaps not rung, and has not ended either.
  private var silent: Set<UInt64> = []
  /// The pauses between looks at what can be seen only by looking; reset if there is nothing such.
  private var settling = BackOff(from: RefreshSchedule.look, upTo: RefreshSchedule.longestLook)
  /// The pauses while others cannot be asked to ring.
  private var refusals = BackOff(from: RefreshSchedule.look, upTo: RefreshSchedule.longestLook)

  /// Notes what a refresh has shown.
  ///
  /// - Parameters:
  ///   - isOvertaken: Whether the bell rang meanwhile.
  ///   - foundChanges: Whether the log says that anything was written. Where it cannot be followed, it would never
  ///     say that nothing was.
  ///   - hasFailures: Whether a query could not be read and has to be tried again.
  mutating func noteRefresh(isOvertaken: Bool, foundChanges: Bool, hasFailures: Bool, snapshot: ServerSnapshot) {
    if let asleepSince { silent = snapshot.underWay.filter { $0 < asleepSince } }
    asleepSince = nil
    silent.formIntersection(snapshot.underWay)
    overtaken = isOvertaken ? overtaken + 1 : 0
    if silent.isEmpty, !hasFailures { settling.reset() } else { settling.next() }
    step =
      switch mode {
      case .awake: foundChanges ? .pause(RefreshSchedule.look) : .fallAsleep
      case .asleep where overtaken >= RefreshSchedule.patience: .wakeUp
      case .asleep where isOvertaken, .listening where isOvertaken: .refresh
      case .asleep: .sleep(settling.pause ?? RefreshSchedule.longSleep)
      case .listening: .sleep(settling.pause ?? RefreshSchedule.poll)
      }
  }

  /// Notes that the bell has rung while the follower did nothing: it arrives here.
  ///
  /// - Returns: Whether that was not known.
  mutating func noteBell() -> Bool {
    guard mode == .listening else { return false }
    mode = .awake
    isTestDue = false
    return true
  }

  /// Notes that somebody has rung, to show whether that arrives.
  mutating func noteTest() {
    isTestDue = false
    tests += 1
    polls = 0
  }

  /// Notes that the time of a step has passed, and the bell has not rung.
  ///
  /// - Returns: Whether it is to be told that the bell does not arrive. A busy server may miss the first test.
  mutating func noteSilence() -> Bool {
    // A shorter one awaits something else.
    guard mode == .listening, step == .sleep(RefreshSchedule.poll) else { return false }
    polls += 1
    isTestDue = polls >= 1 << min(tests - 1, RefreshSchedule.longestSilence)
    return isTestDue && tests == 2
  }

  /// Notes that others ring from here on.
  ///
  /// - Parameter transaction: One that began after that, and has ended; nil if others cannot be asked for now.
  mutating func noteAsleep(since transaction: UInt64?) {
    guard let transaction else {
      step = .pause(refusals.next())
      return
    }
    mode = .asleep
    overtaken = 0
    refusals.reset()
    asleepSince = transaction
    step = .refresh
  }

  /// Notes that nobody rings any more.
  mutating func noteAwake() {
    mode = .awake
    step = .pause(RefreshSchedule.look)
  }
}
