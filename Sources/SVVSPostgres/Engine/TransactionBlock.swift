import SVVSPersistence

/// What every transaction begins with. Nothing is set for longer, so that a pool may give each another connection.
struct TransactionBlock {
  enum Kind: String {
    case read = "REPEATABLE READ READ ONLY"
    /// As in SQLite: writers need not think of others that write meanwhile.
    case write = "SERIALIZABLE"
  }

  /// How much earlier the server gives up than who waits for it, so that the connection is kept.
  private static let lead = Duration.milliseconds(200)

  /// How long a transaction may stay idle, with its locks held, while its process is stopped or cut off.
  private static let idleLimit = Duration.seconds(5)

  let kind: Kind
  let database: PostgresDatabase
  /// How long a statement may take.
  let limit: Duration
  /// How long it may wait for what others have locked.
  let lockLimit: Duration

  init(_ kind: Kind, in database: PostgresDatabase, limit: Duration, lockLimit: Duration) {
    (self.kind, self.database, self.limit, self.lockLimit) = (kind, database, limit, lockLimit)
  }

  /// One whose end is awaited until a deadline.
  init(_ kind: Kind, in database: PostgresDatabase, until deadline: ContinuousClock.Instant) {
    let limit = ContinuousClock.now.duration(to: deadline) - TransactionBlock.lead
    self.init(kind, in: database, limit: limit, lockLimit: limit)
  }

  /// Statements without results.
  var beginning: String {
    """
    BEGIN ISOLATION LEVEL \(kind.rawValue);
    \(database.schema.appSearchPath);
    \(TransactionBlock.idleLimit(TransactionBlock.idleLimit, at: database.address))
    SET LOCAL statement_timeout TO \(TransactionBlock.milliseconds(limit));
    SET LOCAL lock_timeout TO \(TransactionBlock.milliseconds(lockLimit))
    """
  }

  /// Has the server end a session whose transaction is idle for so long; an address that sets a limit keeps its own.
  static func idleLimit(_ limit: Duration, at address: PostgresAddress) -> String {
    guard !address.setsIdleTimeout else { return "" }
    return "SET LOCAL idle_in_transaction_session_timeout TO \(milliseconds(limit));"
  }

  /// Runs a body whose statements have failed if one of them has, whatever it makes of that: PostgreSQL undoes the
  /// whole transaction then.
  static func run<Value>(
    on connection: Connection, until deadline: ContinuousClock.Instant, _ body: (Transaction) throws -> Value
  ) throws -> Value {
    var failure: DatabaseError?
    let transaction = Transaction { sql in
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

  /// As PostgreSQL takes it, to which 0 is no limit.
  private static func milliseconds(_ duration: Duration) -> Int {
    max(Int(duration / .milliseconds(1)), 1)
  }
}
