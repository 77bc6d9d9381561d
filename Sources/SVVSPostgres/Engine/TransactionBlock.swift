import SVVSPersistence
import SystemSupport

/// The statements at the beginning of every transaction. The settings that they make end with the transaction, because
/// a pool may use another connection for the next transaction.
struct TransactionBlock {
  enum Kind: String {
    case read = "REPEATABLE READ READ ONLY"
    /// With this isolation level, a writer does not have to consider concurrent writers. SQLite has the same guarantee.
    case write = "SERIALIZABLE"
  }

  /// The server cancels a statement this long before the deadline, so that the connection is kept.
  private static let lead = Duration.milliseconds(200)

  /// The time for which a transaction may stay idle and hold its locks, for example while its process is stopped or cut
  /// off from the server.
  private static let idleLimit = Duration.seconds(5)

  let kind: Kind
  let database: PostgresDatabase
  /// The timeout of a statement.
  let limit: Duration
  /// The timeout of a wait for a lock.
  let lockLimit: Duration

  /// The statements that begin the transaction. They have no results.
  var beginning: String {
    """
    BEGIN ISOLATION LEVEL \(kind.rawValue);
    \(database.schema.appSearchPath);
    \(TransactionBlock.idleLimit(TransactionBlock.idleLimit, at: database.address))
    SET LOCAL statement_timeout TO \(limit.limitInMilliseconds);
    SET LOCAL lock_timeout TO \(lockLimit.limitInMilliseconds)
    """
  }

  /// A statement that makes the server end the session if the transaction is idle for longer than `limit`. If the
  /// address sets its own limit, the statement is empty.
  static func idleLimit(_ limit: Duration, at address: PostgresAddress) -> String {
    guard !address.setsIdleTimeout else { return "" }
    return "SET LOCAL idle_in_transaction_session_timeout TO \(limit.limitInMilliseconds);"
  }

  /// Runs `body`. If statements fail, throws the error of the first one, even if `body` has caught this error: after
  /// such an error, PostgreSQL has aborted the whole transaction.
  static func run<Value>(
    on connection: Connection, until deadline: ContinuousClock.Instant, _ body: (Transaction) throws -> Value
  ) throws -> Value {
    var failure: DatabaseError?
    let transaction = Transaction(on: .postgres) { sql in
      do throws(DatabaseError) {
        return try connection.run(sql, until: deadline)
      } catch {
        failure = failure ?? error
        throw error
      }
    }
    let result = Result { try body(transaction) }
    if let failure { throw failure }
    return try result.get()
  }
}

extension TransactionBlock {
  /// Creates the beginning of a transaction that must end before `deadline`.
  init(_ kind: Kind, in database: PostgresDatabase, until deadline: ContinuousClock.Instant) {
    let limit = ContinuousClock.now.duration(to: deadline) - TransactionBlock.lead
    self.init(kind: kind, database: database, limit: limit, lockLimit: limit)
  }
}

extension Connection {
  /// Runs `body` in a transaction, which is rolled back after an error.
  ///
  /// - Parameter commitTimeout: The timeout of the COMMIT; nil for the deadline.
  func inTransaction<Value>(
    _ beginning: String, until deadline: ContinuousClock.Instant, commitTimeout: Duration? = nil,
    _ body: () throws -> Value
  ) throws -> Value {
    do {
      try script(beginning, until: deadline)
      let value = try body()
      try script("COMMIT", until: commitTimeout.map { ContinuousClock.now + $0 } ?? deadline)
      return value
    } catch {
      try? script("ROLLBACK", until: deadline)
      throw error
    }
  }
}
