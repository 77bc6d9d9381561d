import SystemSupport

/// A schedule that determines when the follower reads the change log, and whether writers should send notifications.
///
/// `NOTIFY` makes commits wait for each other, so writers send notifications only while a follower needs them. While
/// little is written, the follower waits for notifications. When notifications arrive in quick succession, the follower
/// disables them, and polls every few milliseconds until there are no more changes.
struct RefreshSchedule {
  enum Step: Equatable {
    /// Refresh at once.
    case refresh
    /// Refresh after this time, or as soon as there is a request or a notification.
    case sleep(Duration)
    /// Refresh after this time, or as soon as there is a request. Ignore notifications meanwhile.
    case pause(Duration)
    /// Enable the notifications of writers, then refresh.
    case enableNotifications
    /// Disable the notifications of writers.
    case disableNotifications
  }

  private enum Mode: Equatable {
    /// It is not known whether notifications arrive.
    case unconfirmed
    case polling
    case notified
  }

  /// The interval of refreshes while notifications are unconfirmed.
  private static let pollInterval = Duration.seconds(1)
  /// The longest time between refreshes while notifications are enabled.
  private static let idleInterval = Duration.seconds(60)
  private static let shortDelay = Duration.milliseconds(10)
  private static let longestDelay = Duration.seconds(1)
  /// If a notification arrives during each of this many successive refreshes, the follower begins to poll.
  private static let overtakenLimit = 3

  private(set) var step = Step.refresh
  private var mode = Mode.unconfirmed
  /// Whether a test notification is to be sent.
  private(set) var isTestDue = true
  /// The times from each test notification to the next one.
  private var tests = BackOff(from: RefreshSchedule.pollInterval, upTo: RefreshSchedule.pollInterval * 64)
  /// The time since the last test notification.
  private var tested = Duration.zero
  private var overtaken = 0
  /// A transaction that began after notifications were enabled. Older transactions may write without a notification.
  private var enabledSince: UInt64?
  /// The transactions in progress that may commit without a notification.
  private var unnotified: Set<UInt64> = []
  /// The delays before refreshes that are needed although no notification announces them. The delays are reset when no
  /// such refresh is needed.
  private var unannounced = BackOff(from: RefreshSchedule.shortDelay, upTo: RefreshSchedule.longestDelay)
  /// The delays between attempts to enable notifications, used while these attempts fail.
  private var refusals = BackOff(from: RefreshSchedule.shortDelay, upTo: RefreshSchedule.longestDelay)

  /// Updates the schedule after a refresh.
  ///
  /// - Parameters:
  ///   - isOvertaken: Whether a notification arrived during the refresh.
  ///   - foundChanges: Whether the log shows that anything was written. Pass false if the log cannot be followed: such
  ///     a log would never show that nothing was written.
  ///   - hasFailures: Whether a query could not be read and has to be retried.
  mutating func recordRefresh(isOvertaken: Bool, foundChanges: Bool, hasFailures: Bool, snapshot: ServerSnapshot) {
    if let enabledSince { unnotified = snapshot.inProgress.filter { $0 < enabledSince } }
    enabledSince = nil
    unnotified.formIntersection(snapshot.inProgress)
    overtaken = isOvertaken ? overtaken + 1 : 0
    if unnotified.isEmpty, !hasFailures { unannounced.reset() } else { unannounced.next() }
    step =
      switch mode {
      case .polling: foundChanges ? .pause(RefreshSchedule.shortDelay) : .enableNotifications
      case .notified where overtaken >= RefreshSchedule.overtakenLimit: .disableNotifications
      case .notified where isOvertaken, .unconfirmed where isOvertaken: .refresh
      case .notified: .sleep(unannounced.pause ?? RefreshSchedule.idleInterval)
      case .unconfirmed: .sleep(unannounced.pause ?? RefreshSchedule.pollInterval)
      }
  }

  /// Updates the schedule after a notification arrived while the follower was idle. Returns whether it was not known
  /// before that notifications arrive.
  mutating func recordNotification() -> Bool {
    guard mode == .unconfirmed else { return false }
    mode = .polling
    isTestDue = false
    return true
  }

  /// Counts a test notification that was sent.
  mutating func recordTest() {
    isTestDue = false
    tests.next()
    tested = .zero
  }

  /// Counts a step that ended because its time had passed and no notification had arrived.
  ///
  /// - Returns: Whether to log that notifications do not arrive. After the first test, this is false, because a busy
  ///   server may miss one test notification.
  mutating func recordTimeout() -> Bool {
    // A shorter sleep waits for a retry, not for a notification.
    guard mode == .unconfirmed, step == .sleep(RefreshSchedule.pollInterval) else { return false }
    tested += RefreshSchedule.pollInterval
    isTestDue = tested >= tests.pause ?? .zero
    return isTestDue && tests.pause == RefreshSchedule.pollInterval * 2
  }

  /// Updates the schedule after an attempt to enable notifications, with the result of ``NotificationChannel/enable()``.
  mutating func recordEnabled(since transaction: UInt64?) {
    guard let transaction else {
      step = .pause(refusals.next())
      return
    }
    mode = .notified
    overtaken = 0
    refusals.reset()
    enabledSince = transaction
    step = .refresh
  }

  /// Switches to polling, after notifications were disabled.
  mutating func recordDisabled() {
    mode = .polling
    step = .pause(RefreshSchedule.shortDelay)
  }
}
