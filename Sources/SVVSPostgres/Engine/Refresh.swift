import SVVSPersistence

/// A refresh of the observed queries. In one transaction, it reads the changes since the last refresh, and then the
/// queries that these changes concern.
struct Refresh {
  struct Outcome {
    let moment: LogMoment
    /// Whether the log continues from the last moment, so that it contains all changes since that moment.
    let followsLog: Bool
    /// Whether there may have been changes since the last moment.
    let foundChanges: Bool
    /// The deliveries of the queries that were read.
    var deliveries: [Interests.Query: ObservedQuery.Delivery] = [:]
    /// The queries that could not be read. Their deliveries contain the error.
    var failed: Set<Interests.Query> = []
  }

  /// The timeout of the first statement. It is shorter than the time limit of a call, so that a call that waits for the
  /// refresh fails with the reason of the failure.
  private static let firstTimeout = Duration.seconds(4)
  /// The timeout of each further statement.
  private static let statementTimeout = Duration.seconds(5)
  /// The longest time for which a query waits for a lock. After a query has failed, the second, shorter time applies,
  /// so that the other queries are not delayed.
  private static let (lockTimeout, shortLockTimeout) = (Duration.milliseconds(200), Duration.milliseconds(20))

  let database: PostgresDatabase
  let connection: Connection
  /// A function that reads a query.
  let read: (Interests.Query, Result<Transaction, any Error>) -> ObservedQuery.Delivery

  /// Checks in one statement whether there were changes since `last`. Returns nil if a refresh is needed.
  func checkForChanges(since last: LogMoment) throws -> Outcome? {
    _ = try connection.notifications()
    let log = LogReading(schema: database.schema) { try connection.run($0, until: .now + Refresh.firstTimeout).rows }
    guard let moment = try log.moment(ifNothingSince: last.snapshot), moment.continues(last) else { return nil }
    return Outcome(moment: moment, followsLog: true, foundChanges: false)
  }

  /// - Parameters:
  ///   - last: The moment of the last refresh; nil if there is none.
  ///   - interests: The observed queries, by the rows that they track.
  ///   - unread: The queries that are read even if no change concerns them.
  ///   - mayFail: Whether each query is read in a savepoint, because a query may fail. If this is false and a query
  ///     fails, all queries are read again, each in a savepoint.
  /// - Throws: The error that prevented all queries from being read.
  func run(
    since last: LogMoment?, _ interests: Interests, unread: Set<Interests.Query>, mayFail: Bool
  ) throws -> Outcome {
    let lockTimeout = mayFail ? Refresh.shortLockTimeout : Refresh.lockTimeout
    let block = TransactionBlock(
      kind: .read, database: database, limit: Refresh.statementTimeout, lockLimit: lockTimeout)
    try connection.script("\(block.beginning); \(LogReading.beginning)", until: .now + Refresh.firstTimeout)
    do {
      let outcome = try readAll(since: last, interests, unread: unread, mayFail: mayFail)
      try script("COMMIT")
      return outcome
    } catch let error {
      // A failure of ROLLBACK closes the connection, which ends the transaction.
      try? script("ROLLBACK")
      guard error is QueryFailure, connection.isOpen else { throw (error as? QueryFailure)?.reason ?? error }
      return try run(since: last, interests, unread: unread, mayFail: true)
    }
  }

  private func readAll(
    since last: LogMoment?, _ interests: Interests, unread: Set<Interests.Query>, mayFail: Bool
  ) throws -> Outcome {
    // Earlier notifications are discarded, because the snapshot includes their changes. No notification arrives within
    // a transaction.
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

  /// Reads a query in a savepoint. If the query fails, the other queries can then still be read.
  private func readAlone(_ query: Interests.Query, into outcome: inout Outcome) throws {
    try script("SAVEPOINT query")
    do {
      try read(query, into: &outcome)
      try script("RELEASE query")
    } catch let failure as QueryFailure {
      try script("ROLLBACK TO query; RELEASE query")
      // From now on, each query waits for a lock for only 1 ms, because a thousand queries may read the locked table
      // one after another.
      if (failure.reason as? DatabaseError)?.code == "55P03" { try script("SET LOCAL lock_timeout TO 1") }
      outcome.failed.insert(query)
      outcome.deliveries[query] = read(query, .failure(failure.reason))
    }
  }

  private func script(_ text: String) throws {
    try connection.script(text, until: deadline)
  }

  /// The deadline of a statement. It is later than the server's timeout, so that the server cancels the statement
  /// first. The connection then stays open.
  private var deadline: ContinuousClock.Instant { .now + Refresh.statementTimeout + .seconds(1) }
}

private struct QueryFailure: Error {
  let reason: any Error
}
