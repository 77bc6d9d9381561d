import Dispatch
import Logging
import SVVSPersistence
import SystemSupport

/// The loop that keeps queries up to date, with its own thread and its own connection.
final class FollowerLoop {
  static let logger = Logger(label: "svvs.database")
  /// The timeout of an attempt to connect.
  private static let connectTimeout = Duration.seconds(5)
  /// The pause after the first failed attempt to connect. While a caller waits, it is the pause after every failed
  /// attempt.
  private static let shortestPause = Duration.milliseconds(100)

  private let database: PostgresDatabase
  private let mailbox: Mailbox
  private let readiness: Readiness
  private let reachability: Reachability
  private let pruner: Pruner
  private var spare: Connection?
  private var queries = ObservedQueries()
  /// The moment of the last refresh; nil before the first refresh. The queries show all changes up to this moment.
  private var last: LogMoment?
  /// The time at which the queries that have failed are read again. If a change concerns such a query earlier, it is
  /// read earlier.
  private var nextAttempt = ContinuousClock.now
  /// The error that the queries show while nothing can be read.
  private var failure: DatabaseError?
  /// Whether the absence of notifications was logged. It is logged only once.
  private var hasLoggedAbsence = false
  /// The callers that wait for the next refresh.
  private var waiters: [DisplayWaiter] = []

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

  /// Runs until the mailbox ends.
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
        // If the server was reached and the connection was then closed, the connection is opened again. The queries
        // show the error only if that attempt fails.
        if !isReached || failure.isTimeout { show(failure) }
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
    readiness.record(nil)
    reachability.record(nil)
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
        schedule.recordTest()
      }
      isPoll = try waitForRefresh(channel, &schedule)
    }
  }

  /// Waits until a refresh is due. Returns whether it is due only because time has passed.
  private func waitForRefresh(_ channel: NotificationChannel, _ schedule: inout RefreshSchedule) throws -> Bool {
    while true {
      switch schedule.step {
      case .refresh: return false
      case .enableNotifications: schedule.recordEnabled(since: try channel.enable())
      case .disableNotifications:
        try channel.disable()
        schedule.recordDisabled()
      case .sleep(let duration):
        let end = try channel.wait(until: .now + duration, orFor: mailbox, endsOnNotification: true)
        switch end {
        case .notified:
          if schedule.recordNotification() { FollowerLoop.logger.debug("PostgreSQL notifies of changes.") }
        case .timedOut: if schedule.recordTimeout() { logAbsence() }
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
    // Another process has applied migrations meanwhile. That process may run a newer version of the app, with other
    // triggers.
    if outcome.moment.migrations != database.migrations.count {
      try database.setUp(connection, until: .now + FollowerLoop.connectTimeout)
    }
    last = outcome.moment
    reachability.record(nil)
    let deliveries = queries.record(outcome)
    // While failing queries are read, the other queries and the writes wait. Retries may therefore take at most a tenth
    // of the time.
    if !outcome.failed.isEmpty { nextAttempt = .now + (.now - start) * 10 }
    schedule.recordRefresh(
      isOvertaken: isOvertaken, foundChanges: outcome.followsLog && outcome.foundChanges,
      hasFailures: !queries.failed.isEmpty, snapshot: outcome.moment.snapshot)
    if outcome.foundChanges { pruner.pruneIfDue() }
    if failure != nil { FollowerLoop.logger.notice("PostgreSQL can be used again.") }
    failure = nil
    waiters += mailbox.takeWaiters(in: outcome.moment.snapshot)
    deliver(deliveries)
    // Without an identity, the log is empty: the server has crashed, and a pool has kept this connection open.
    if outcome.moment.identity == nil { database.beginLog(connection, until: .now + FollowerLoop.connectTimeout) }
  }

  /// Delivers an error to all queries, because nothing can be read.
  private func show(_ failure: DatabaseError) {
    // The requests are taken first, so that a caller that requests an attempt after this line gets a new attempt.
    take()
    readiness.record(failure)
    reachability.record(failure)
    if failure.description != self.failure?.description {
      FollowerLoop.logger.error("PostgreSQL cannot be used; the next attempt follows: \(failure.description)")
    }
    self.failure = failure
    deliver(queries.record(failure))
  }

  /// Waits until the last deliveries have been made, and then takes the requests from the mailbox. Because of the wait,
  /// the loop does not read more than the main actor can show.
  private func take() {
    while mailbox.isDelivering {
      _ = Waiting.wait(for: [(mailbox.descriptor, Waiting.toRead)], until: nil)
      mailbox.clear()
    }
    let content = mailbox.take()
    queries.update(content)
    waiters += content.waiters
  }

  /// Makes the deliveries in one step on the main actor, and then resumes the callers that wait for them.
  private func deliver(_ deliveries: [ObservedQuery.Delivery]) {
    guard !deliveries.isEmpty || !waiters.isEmpty else { return }
    mailbox.setDelivering(true)
    DispatchQueue.main.async { [mailbox, waiters] in
      MainActor.assumeIsolated { for deliver in deliveries { deliver() } }
      for waiter in waiters { waiter.resume() }
      mailbox.setDelivering(false)
    }
    waiters = []
  }

  /// Waits for `duration` before the next attempt to connect. If a caller waits for the attempt, waits only for the
  /// shortest pause.
  private func pause(_ duration: Duration) {
    let (start, end) = (ContinuousClock.now, ContinuousClock.now + duration)
    while !mailbox.isEnded {
      let deadline = mailbox.isAwaited ? min(start + FollowerLoop.shortestPause, end) : end
      guard Waiting.wait(for: [(mailbox.descriptor, Waiting.toRead)], until: deadline) != nil else { return }
      mailbox.clear()
    }
  }
}
