import SVVSPersistence

/// The address of a database, its schema and its migrations.
struct PostgresDatabase: Sendable {
  let address: PostgresAddress
  let schema: LogSchema
  let migrations: [Migration]

  /// Brings the database up to date.
  func setUp(_ connection: Connection, until deadline: ContinuousClock.Instant) throws {
    try Setup(database: self).run(connection, until: deadline)
    beginLog(connection, until: deadline)
  }

  /// Begins the change log, if it was not begun.
  ///
  /// A role that may only read cannot do so: until another role does, each refresh reads every query again.
  func beginLog(_ connection: Connection, until deadline: ContinuousClock.Instant) {
    do {
      try connection.script(LogTables.beginning(in: schema), until: deadline)
    } catch {
      try? connection.script("ROLLBACK", until: deadline)
    }
  }
}
