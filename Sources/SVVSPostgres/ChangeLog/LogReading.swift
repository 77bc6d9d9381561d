import SVVSPersistence

/// Reads the change log, in a transaction whose snapshot stands.
struct LogReading {
  /// More changes than these are read as ``Changes/anything``.
  static let limit = 10_000

  let schema: LogSchema
  let run: (SQL) throws -> [Row]

  /// Where the log stands at the snapshot of the transaction.
  func moment() throws -> LogMoment {
    let mark = SQL(stringLiteral: schema.qualified(LogTables.mark))
    let row = try run(
      """
      SELECT CAST(pg_current_snapshot() AS text) AS snapshot, \(identity) AS identity,
        (SELECT CAST(oldest AS text) FROM \(mark) ORDER BY oldest LIMIT 1) AS pruned
      """
    ).first
    guard let row, let snapshot = ServerSnapshot(try row.value("snapshot")) else {
      throw DatabaseError(.failed, "PostgreSQL has no snapshot to tell.")
    }
    return LogMoment(
      snapshot: snapshot, identity: try row.value("identity"),
      prunedBelow: try row.value("pruned", as: String?.self).flatMap { UInt64($0) })
  }

  /// What was committed after an earlier moment.
  func changes(since earlier: ServerSnapshot) throws -> Changes {
    let change = SQL(stringLiteral: schema.qualified(LogTables.change))
    let underWay = "{\(earlier.underWay.map(String.init).joined(separator: ","))}"
    let rows = try run(
      """
      SELECT DISTINCT table_name, key FROM \(change)
      WHERE xid >= CAST(\(String(earlier.end)) AS xid8) OR xid = ANY (CAST(\(underWay) AS xid8[]))
      LIMIT \(LogReading.limit + 1)
      """)
    guard rows.count <= LogReading.limit else { return .anything }
    return .some(Set(try rows.map { Changes.Rows(table: try $0.value("table_name"), key: try $0.value("key")) }))
  }

  /// An expression: which cluster of databases.
  static let system = "(SELECT system_identifier FROM pg_control_system())"

  /// An expression: which server, since when, and which log; NULL without an epoch.
  ///
  /// A crash leaves no epoch, a restored dump has another server, or another table; a standby that was promoted, or
  /// a backup that was restored to an earlier time, has another timeline.
  var identity: SQL {
    let text = """
      (SELECT concat_ws(' ', epoch, extract(epoch FROM pg_postmaster_start_time()),
        \(LogReading.system), (SELECT timeline_id FROM pg_control_checkpoint()),
        CAST(CAST(\(LogSchema.literal(schema.qualified(LogTables.change))) AS regclass) AS oid))
        FROM \(schema.qualified(LogTables.epoch)))
      """
    return SQL(stringLiteral: text)
  }
}
