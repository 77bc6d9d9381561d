import Dispatch
import Logging
import SVVSPersistence
import SystemSupport

/// Keeps queries up to date, on a thread of its own, with a connection of its own.
final class FollowerLoop {
  static let logger = Logger(label: "svvs.database")
  /// How long an attempt to connect may take.
  private static let connectTimeout = Duration.seconds(5)
  /// The pause after the first failed attempt to connect, and after each one that somebody waits for.
  private static let shortestPause = Duration.milliseconds(100)

  private let database: PostgresDatabase
  private let mailbox: Mailbox
  private let readiness: Readiness
  private let reachability: Reachability
  private let pruner: Pruner
  private var spare: Connection?
  private var queries = ObservedQueries()
  /// The last one whose changes all queries show; nil before there is one.
  private var last: LogMoment?
  /// When the queries that have failed by themselves are read again, if no change concerns them before.
  private var nextAttempt = ContinuousClock.now
  /// Why nothing can be read, as it was told.
  private var failure: DatabaseError?
  /// Whether it was told that the bell does not arrive, which once is enough.
  private var hasLoggedAbsence = false
  /// Who waits for the next refresh.
  private var waiters: [DisplayWaiter] = []

  /// - Parameter start: A connection to a database that is up to date; or why there is none, which was told.
  init(
    _ database: PostgresDatabase, _ mailbox: Mailbox, _ readiness: Readiness, _ reachability: Reachability,
    start: Result<Connection, DatabaseError>
  ) {
    self.database = database
    self.mailbox = mailbox
    self.readiness = readiness
    self.reachability = reachability
    switch start {
    case .success(let connection): spare = connection
    case .failure(let error): failure = error
    }
    pruner = Pruner(database)
  }

  /// Goes on until the mailbox ends.
  func run() {
    var backOff = BackOff(from: FollowerLoop.shortestPause, upTo: .seconds(10))
    while !mailbox.isEnded {
      var isReached = false
      do {
        let connection = try connect()
        try follow(connection) {
          isReached = true
          backOff.reset()
        }
      } catch {
        let failure = error as? DatabaseError ?? DatabaseError(.failed, "\(error)")
        // One that has ended is replaced, which perhaps is all there is to do.
        if !isReached || failure.isNoReply { show(failure) }
        pause(backOff.next())
      }
    }
  }

  private func connect() throws -> Connection {
    defer { spare = nil }
    if let spare, spare.isOpen { return spare }
    let deadline = ContinuousClock.now + FollowerLoop.connectTimeout
    let connection = try Connection.open(database.address, until: deadline)
    try database.setUp(connection, until: deadline)
    readiness.note(nil)
    reachability.note(nil)
    return connection
  }

  private func follow(_ connection: Connection, isReached: () -> Void) throws {
    let channel = NotificationChannel(database: database, connection: connection)
    try channel.listen()
    var schedule = RefreshSchedule()
    var isPoll = false
    nextAttempt = .now
    while !mailbox.isEnded {
      try refresh(connection, &schedule, isPoll: isPoll)
      isReached()
      if schedule.isTestDue {
        channel.sendTest()
        schedule.noteTest()
      }
      isPoll = try waitForRefresh(channel, &schedule)
    }
  }

  /// Returns when a refresh is due.
  ///
  /// - Returns: Whether there is no reason for it but the time.
  private func waitForRefresh(_ channel: NotificationChannel, _ schedule: inout RefreshSchedule) throws -> Bool {
    while true {
      switch schedule.step {
      case .refresh: return false
      case .enableNotifications: schedule.noteEnabled(since: try channel.enable())
      case .disableNotifications:
        try channel.disable()
        schedule.noteDisabled()
      case .sleep(let duration):
        let end = try channel.wait(until: .now + duration, orFor: mailbox, endsOnNotification: true)
        switch end {
        case .notified: if schedule.noteNotification() { FollowerLoop.logger.debug("PostgreSQL notifies of changes.") }
        case .timedOut: if schedule.noteTimeout() { logAbsence() }
        case .woken: break
        }
        return end == .timedOut
      case .pause(let duration):
        _ = try channel.wait(until: .now + duration, orFor: mailbox, endsOnNotification: false)
        return false
      }
    }
  }

  private func logAbsence() {
    guard !hasLoggedAbsence else { return }
    hasLoggedAbsence = true
    FollowerLoop.logger.notice("\(NotificationChannel.absence)")
  }

  private func refresh(_ connection: Connection, _ schedule: inout RefreshSchedule, isPoll: Bool) throws {
    take()
    let refresh = Refresh(database: database, connection: connection) { [self] in queries.read($0, $1) }
    let start = ContinuousClock.now
    let unread = nextAttempt <= start ? queries.unread.union(queries.failed) : queries.unread
    let unchanged = isPoll && unread.isEmpty ? try last.flatMap { try refresh.checkForChanges(since: $0) } : nil
    let outcome =
      try unchanged
      ?? refresh.run(since: last, queries.interests, unread: unread, mayFail: !queries.failed.isEmpty)
    let isOvertaken = try connection.notifications() > 0
    // Who has brought it up to date meanwhile may know more than this program, and may log otherwise.
    if outcome.moment.migrations != database.migrations.count {
      try database.setUp(connection, until: .now + FollowerLoop.connectTimeout)
    }
    last = outcome.moment
    reachability.note(nil)
    let deliveries = queries.note(outcome)
    // The others wait as long as one that fails takes, and so do writes: a tenth of the time at most.
    if !outcome.failed.isEmpty { nextAttempt = .now + (.now - start) * 10 }
    schedule.noteRefresh(
      isOvertaken: isOvertaken, foundChanges: outcome.followsLog && outcome.foundChanges,
      hasFailures: !queries.failed.isEmpty, snapshot: outcome.moment.snapshot)
    if outcome.foundChanges { pruner.noteChanges() }
    if failure != nil { FollowerLoop.logger.notice("PostgreSQL is there again.") }
    failure = nil
    waiters += mailbox.takeWaiters(in: outcome.moment.snapshot)
    deliver(deliveries)
    // A crash that a pool has hidden has emptied the log.
    if outcome.moment.identity == nil { database.beginLog(connection, until: .now + FollowerLoop.connectTimeout) }
  }

  /// Shows that nothing can be read.
  private func show(_ failure: DatabaseError) {
    // First: who asks for an attempt from here on gets another.
    take()
    readiness.note(failure)
    reachability.note(failure)
    if failure.description != self.failure?.description {
      FollowerLoop.logger.error("PostgreSQL cannot be used, which is tried again: \(failure.description)")
    }
    self.failure = failure
    deliver(queries.note(failure))
  }

  /// Takes what is asked of it, once what was read before shows: no more is read than can be shown.
  private func take() {
    while mailbox.isDelivering {
      _ = Waiting.wait(for: [(mailbox.descriptor, Waiting.toRead)], until: nil)
      mailbox.clear()
    }
    let content = mailbox.take()
    queries.update(content)
    waiters += content.waiters
  }

  /// Shows what was read in one step of the main actor, and lets go on who waits for it.
  private func deliver(_ deliveries: [ObservedQuery.Delivery]) {
    guard !deliveries.isEmpty || !waiters.isEmpty else { return }
    mailbox.note(isDelivering: true)
    DispatchQueue.main.async { [mailbox, waiters] in
      MainActor.assumeIsolated { for deliver in deliveries { deliver() } }
      for waiter in waiters { waiter.resume() }
      mailbox.note(isDelivering: false)
    }
    waiters = []
  }

  /// Waits before the next attempt to connect; not much longer than the shortest time if somebody needs it.
  private func pause(_ duration: Duration) {
    let (start, end) = (ContinuousClock.now, ContinuousClock.now + duration)
    while !mailbox.isEnded {
      let deadline = mailbox.isAwaited ? min(start + FollowerLoop.shortestPause, end) : end
      guard Waiting.wait(for: [(mailbox.descriptor, Waiting.toRead)], until: deadline) != nil else { return }
      mailbox.clear()
    }
  }
}
