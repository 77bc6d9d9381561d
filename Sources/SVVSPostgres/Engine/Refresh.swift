import SVVSPersistence

/// Reads, in one transaction, what has changed since a moment, and the queries that this concerns.
struct Refresh {
  struct Outcome {
    let moment: LogMoment
    /// Whether the log goes on from the last moment, so that it says what was written since.
    let followsLog: Bool
    /// Whether anything was written since, as far as that is known.
    let foundChanges: Bool
    /// What the queries have read, by query.
    var deliveries: [Interests.Query: ObservedQuery.Delivery] = [:]
    /// The queries that could not be read, whose deliveries say why.
    var failed: Set<Interests.Query> = []
  }

  /// How long the server may take to answer at all: less than a call may, which then learns why it waits in vain.
  private static let firstTimeout = Duration.seconds(4)
  /// How long one statement may take.
  private static let statementTimeout = Duration.seconds(5)
  /// How long a query waits for what others have locked; and where one was in vain, so that the others need not wait.
  private static let (lockTimeout, shortLockTimeout) = (Duration.milliseconds(200), Duration.milliseconds(20))

  let database: PostgresDatabase
  let connection: Connection
  /// Reads a query.
  let read: (Interests.Query, Result<Transaction, any Error>) -> ObservedQuery.Delivery

  /// Looks, in one statement, whether anything was written.
  ///
  /// - Returns: What a refresh would have found, if nothing was; nil if there has to be one.
  func checkForChanges(since last: LogMoment) throws -> Outcome? {
    _ = try connection.notifications()
    let log = LogReading(schema: database.schema) { try connection.run($0, until: .now + Refresh.firstTimeout).rows }
    guard let moment = try log.moment(ifNothingSince: last.snapshot), moment.continues(last) else { return nil }
    return Outcome(moment: moment, followsLog: true, foundChanges: false)
  }

  /// - Parameters:
  ///   - last: The moment of the last refresh; nil if there is none.
  ///   - interests: The queries as of then.
  ///   - unread: Those that are read whatever has changed.
  ///   - mayFail: Whether some will perhaps fail. Otherwise all is read again if one does.
  /// - Throws: Why none could be read.
  func run(
    since last: LogMoment?, _ interests: Interests, unread: Set<Interests.Query>, mayFail: Bool
  ) throws -> Outcome {
    let lockTimeout = mayFail ? Refresh.shortLockTimeout : Refresh.lockTimeout
    let block = TransactionBlock(.read, in: database, limit: Refresh.statementTimeout, lockLimit: lockTimeout)
    try connection.script("\(block.beginning); \(LogReading.beginning)", until: .now + Refresh.firstTimeout)
    do {
      let outcome = try readAll(since: last, interests, unread: unread, mayFail: mayFail)
      try script("COMMIT")
      return outcome
    } catch let error {
      // If it has no end, the connection has.
      try? script("ROLLBACK")
      guard error is QueryFailure, connection.isOpen else { throw (error as? QueryFailure)?.reason ?? error }
      return try run(since: last, interests, unread: unread, mayFail: true)
    }
  }

  private func readAll(
    since last: LogMoment?, _ interests: Interests, unread: Set<Interests.Query>, mayFail: Bool
  ) throws -> Outcome {
    // A bell that came before the snapshot is no news. Within a transaction none comes.
    _ = try connection.notifications()
    let log = LogReading(schema: database.schema) { try connection.run($0, until: deadline).rows }
    let moment = try log.moment()
    let earlier = last.flatMap { moment.continues($0) ? $0 : nil }
    let changes = try earlier.map { try log.changes(since: $0.snapshot) } ?? .anything
    var outcome = Outcome(moment: moment, followsLog: earlier != nil, foundChanges: !changes.isEmpty)
    let queries = interests.concerned(by: changes).union(unread)
    if !queries.isEmpty { try script(LogReading.end) }
    for query in queries.sorted() {
      try mayFail ? readAlone(query, into: &outcome) : read(query, into: &outcome)
    }
    return outcome
  }

  private func read(_ query: Interests.Query, into outcome: inout Outcome) throws {
    do {
      outcome.deliveries[query] = try TransactionBlock.run(on: connection, until: deadline) {
        read(query, .success($0))
      }
    } catch {
      throw QueryFailure(reason: error)
    }
  }

  /// Reads a query so that the others can be read if it fails.
  private func readAlone(_ query: Interests.Query, into outcome: inout Outcome) throws {
    try script("SAVEPOINT query")
    do {
      try read(query, into: &outcome)
      try script("RELEASE query")
    } catch let failure as QueryFailure {
      try script("ROLLBACK TO query; RELEASE query")
      // A thousand queries may read the table that is locked, one after another.
      if (failure.reason as? DatabaseError)?.code == "55P03" { try script("SET LOCAL lock_timeout TO 1") }
      outcome.failed.insert(query)
      outcome.deliveries[query] = read(query, .failure(failure.reason))
    }
  }

  private func script(_ text: String) throws {
    try connection.script(text, until: deadline)
  }

  /// Later than the limit of the server, which ends the statement alone.
  private var deadline: ContinuousClock.Instant { .now + Refresh.statementTimeout + .seconds(1) }
}

private struct QueryFailure: Error {
  let reason: any Error
}
