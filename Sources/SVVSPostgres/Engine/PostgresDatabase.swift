import SVVSPersistence

/// A PostgreSQL database: its address, its schema and its migrations.
struct PostgresDatabase: Sendable {
  let address: PostgresAddress
  let schema: LogSchema
  let migrations: [Migration]

  /// Brings the database up to date.
  func setUp(_ connection: Connection, until deadline: ContinuousClock.Instant) throws {
    try Setup(database: self).run(connection, until: deadline)
    beginLog(connection, until: deadline)
  }

  /// Begins the change log, if it has not begun yet.
  ///
  /// A role that may only read cannot begin the log. Until another role begins it, each refresh reads every query
  /// again.
  func beginLog(_ connection: Connection, until deadline: ContinuousClock.Instant) {
    do {
      try connection.script(LogTables.beginning(in: schema), until: deadline)
    } catch {
      try? connection.script("ROLLBACK", until: deadline)
    }
  }
}
