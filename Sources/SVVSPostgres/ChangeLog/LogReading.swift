import SVVSPersistence

/// A reader of the change log. It reads in a transaction with one snapshot, or in one statement.
///
/// The statements name the schema of every object, because they run with the search path of the app or of the session.
struct LogReading {
  /// The settings at the beginning of the transaction. Turning off sequential scans makes the server use the index of
  /// the log even before the server has statistics. It also raises the estimated cost of tables without an index.
  /// Because of this cost, the server would compile the statement, which takes 0.1 s. Turning off JIT prevents the
  /// compilation.
  static let beginning = "SET LOCAL enable_seqscan TO off; SET LOCAL jit TO off"
  /// Resets the settings of ``beginning``, after the log was read.
  static let end = "SET LOCAL enable_seqscan TO DEFAULT; SET LOCAL jit TO DEFAULT"

  /// The largest number of changes that are listed. If there are more, the result is ``Changes/anything``.
  static let limit = 10_000

  let schema: LogSchema
  let run: (SQL) throws -> [Row]

  /// The state of the log at the snapshot of the transaction.
  func moment() throws -> LogMoment {
    guard let moment = try moment(where: "TRUE") else {
      throw DatabaseError(.failed, "PostgreSQL returned no snapshot.")
    }
    return moment
  }

  /// The state of the log, or nil if changes were committed after `earlier`.
  func moment(ifNothingSince earlier: ServerSnapshot) throws -> LogMoment? {
    try moment(where: "NOT EXISTS (SELECT FROM \(table(LogTables.change)) WHERE \(isCommitted(after: earlier)))")
  }

  private func moment(where condition: SQL) throws -> LogMoment? {
    let row = try run(
      """
      SELECT CAST(pg_catalog.pg_current_snapshot() AS pg_catalog.text) AS snapshot, \(identity) AS identity,
        (SELECT CAST(oldest AS pg_catalog.text) FROM \(table(LogTables.mark)) ORDER BY oldest LIMIT 1) AS pruned,
        (SELECT pg_catalog.count(*) FROM \(table(LogTables.migration))) AS migrations, \(partitions) AS partitions
      WHERE \(condition)
      """
    ).first
    guard let row, let snapshot = ServerSnapshot(try row.value("snapshot")) else { return nil }
    return LogMoment(
      snapshot: snapshot, identity: try row.value("identity"),
      prunedBelow: try row.value("pruned", as: String?.self).flatMap { UInt64($0) },
      migrations: try row.value("migrations"), partitions: try row.value("partitions"))
  }

  /// The changes that were committed after the snapshot `earlier`.
  func changes(since earlier: ServerSnapshot) throws -> Changes {
    let rows = try run(
      """
      SELECT DISTINCT table_name, key FROM \(table(LogTables.change))
      WHERE \(isCommitted(after: earlier))
      LIMIT \(LogReading.limit + 1)
      """)
    guard rows.count <= LogReading.limit else { return .anything }
    return .some(Set(try rows.map { Changes.Rows(table: try $0.value("table_name"), key: try $0.value("key")) }))
  }

  private func table(_ name: String) -> SQL { SQL(stringLiteral: schema.qualified(name)) }

  /// A SQL condition for the visible changes that were committed after the snapshot `earlier`.
  private func isCommitted(after earlier: ServerSnapshot) -> SQL {
    let inProgress = "{\(earlier.inProgress.map(String.init).joined(separator: ","))}"
    return """
      (xid OPERATOR(pg_catalog.>=) CAST(\(String(earlier.end)) AS pg_catalog.xid8)
        OR xid OPERATOR(pg_catalog.=) ANY (CAST(\(inProgress) AS pg_catalog.xid8[])))
      """
  }

  /// A SQL expression for a digest of the tables and their partitions; NULL if there are no partitions.
  private var partitions: SQL {
    let text = """
      (SELECT pg_catalog.md5(pg_catalog.string_agg(pg_catalog.concat_ws(' ', inhrelid, inhparent), ','
          ORDER BY inhrelid, inhseqno))
        FROM pg_catalog.pg_inherits JOIN pg_catalog.pg_class ON oid OPERATOR(pg_catalog.=) inhparent
        WHERE relnamespace OPERATOR(pg_catalog.=) CAST(\(LogSchema.literal(schema.quoted)) AS pg_catalog.regnamespace))
      """
    return SQL(stringLiteral: text)
  }

  /// A SQL expression for the identity of the server; NULL if the role may not read it.
  var server: SQL { SQL(stringLiteral: "\(schema.qualified(LogFunction.server.name))()") }

  /// A SQL expression that identifies the server, the server's last start, and the log. It is NULL if the log has no
  /// epoch.
  ///
  /// The identity changes after a crash, because a crash empties the table of the epoch. It also changes after a dump
  /// was restored, because the restored log is on another server or in another table.
  var identity: SQL {
    let text = """
      (SELECT pg_catalog.concat_ws(' ', epoch, \(schema.qualified(LogFunction.server.name))(),
        extract(epoch FROM pg_catalog.pg_postmaster_start_time()),
        CAST(CAST(\(LogSchema.literal(schema.qualified(LogTables.change))) AS pg_catalog.regclass) AS pg_catalog.oid))
        FROM \(schema.qualified(LogTables.epoch)))
      """
    return SQL(stringLiteral: text)
  }
}
