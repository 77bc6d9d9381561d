import SVVSPersistence
import SystemSupport

/// The identity of a transaction. With this identity, the outcome of the transaction can be found on another
/// connection.
struct TransactionTraces {
  private enum Outcome {
    case made, notMade, inProgress
    /// The outcome cannot be found.
    case unknown
  }

  private static let pause = Duration.milliseconds(50)

  /// The number of the transaction; nil if the transaction wrote nothing.
  let transaction: UInt64?
  /// The identities of the database cluster, and of the change log since the last crash.
  private let system, log: String?

  init(in schema: LogSchema, _ connection: Connection, until deadline: ContinuousClock.Instant) throws {
    let reading = LogReading(schema: schema) { try connection.run($0, until: deadline).rows }
    let row = try reading.run(
      """
      SELECT CAST(pg_catalog.pg_current_xact_id_if_assigned() AS pg_catalog.text) AS transaction,
        \(reading.server) AS system, \(reading.identity) AS log
      """
    ).first
    transaction = try row?.value("transaction", as: String?.self).flatMap { UInt64($0) }
    system = try row?.value("system")
    log = try row?.value("log")
  }

  /// Returns if the transaction was committed, or if it wrote nothing.
  ///
  /// - Throws: `error` if the transaction was not committed. If the outcome cannot be found, throws an error of the
  ///   kind `outcomeUnknown`.
  func checkOutcome(
    after error: DatabaseError, at database: PostgresDatabase, until deadline: ContinuousClock.Instant
  ) throws(DatabaseError) {
    guard let transaction else { return }
    while deadline > .now {
      // The outcome is nil while the server cannot be reached.
      switch try? outcome(of: transaction, at: database, until: deadline) {
      case .made: return
      case .notMade: throw error
      case .unknown: throw TransactionTraces.unknown
      case .inProgress, nil: _ = Waiting.wait(for: [], until: .now + TransactionTraces.pause)
      }
    }
    throw TransactionTraces.unknown
  }

  private func outcome(
    of transaction: UInt64, at database: PostgresDatabase, until deadline: ContinuousClock.Instant
  ) throws -> Outcome {
    let connection = try Connection.open(database.address, until: deadline)
    // The status proves a commit only if the log is still the same. After a crash, another transaction may get the
    // number of a transaction that was not on the disk.
    let now = try TransactionTraces(in: database.schema, connection, until: deadline)
    guard let system, now.system == system else { return .unknown }
    do {
      let row = try connection.run(
        "SELECT pg_catalog.pg_xact_status(CAST(\(String(transaction)) AS pg_catalog.xid8)) AS status",
        until: deadline
      ).rows.first
      switch try row?.value("status", as: String?.self) {
      case "committed": return log != nil && now.log == log ? .made : .unknown
      case "aborted": return .notMade
      case "in progress": return .inProgress
      default: return .unknown
      }
    } catch let error as DatabaseError where error.code == "22023" {
      // The transaction has not begun: the server crashed before anything of the transaction was on the disk.
      return .notMade
    }
  }

  private static let unknown = DatabaseError(
    .outcomeUnknown, "The connection to PostgreSQL ended during the commit: whether the write was committed is unknown."
  )
}
