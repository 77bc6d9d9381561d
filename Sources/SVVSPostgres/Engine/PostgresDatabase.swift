import SVVSPersistence

/// Which database, and what it is to hold.
struct PostgresDatabase: Sendable {
  let address: PostgresAddress
  let schema: LogSchema
  let migrations: [Migration]

  /// Brings it up to date.
  func setUp(_ connection: Connection, until deadline: ContinuousClock.Instant) throws {
    try Setup(database: self).run(connection, until: deadline)
    beginLog(connection, until: deadline)
  }

  /// Begins the change log, if nobody has.
  ///
  /// Who may only read cannot: until somebody can, each refresh reads all anew.
  func beginLog(_ connection: Connection, until deadline: ContinuousClock.Instant) {
    do {
      try connection.script(LogTables.beginning(in: schema), until: deadline)
    } catch {
      try? connection.script("ROLLBACK", until: deadline)
    }
  }
}
