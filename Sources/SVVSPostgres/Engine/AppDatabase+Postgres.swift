import Logging
public import SVVSPersistence

extension AppDatabase {
  /// The longest time that the start of the app waits for the server. It includes the wait for other processes that
  /// bring the database up to date.
  private static let startTimeout = Duration.seconds(5)

  /// Opens the database that a command line or a setting names: a SQLite file or a PostgreSQL database.
  ///
  /// ```swift
  /// static func named(_ text: String) throws -> AppDatabase {
  ///   try .open(DatabasePlace(text), schema: "notes", migrations: .notes)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - place: The file or the server.
  ///   - schema: The name of the schema in PostgreSQL.
  ///   - writerCount: The number of concurrent writes in PostgreSQL, each on a connection of its own.
  ///   - migrations: The migrations that make the tables of a new database and bring an older one up to date.
  /// - Throws: `DatabaseError` if the database cannot be opened, or if the address contains a password. An address is
  ///   not allowed to contain one, because a command line would show the password to all users of the machine.
  public static func open(
    _ place: DatabasePlace, schema: String = "svvs", writerCount: Int = 4, migrations: [Migration]
  ) throws -> AppDatabase {
    switch place {
    case .file(let path): return try AppDatabase(path: path, migrations: migrations)
    case .server(let address):
      guard try !PostgresAddress(address).hasPassword else {
        throw DatabaseError(
          .noDatabase, "An address takes no password: put it in PGPASSWORD, ~/.pgpass or a service file.")
      }
      return try postgres(address, schema: schema, writerCount: writerCount, migrations: migrations)
    }
  }

  /// A PostgreSQL database, shared with other processes on this machine and on other machines.
  ///
  /// The app's tables are in a schema of their own. This method creates the schema, and brings it up to date. If the
  /// server cannot be reached, this method does not throw. Instead, queries report the error until a later attempt to
  /// connect succeeds.
  ///
  /// ```swift
  /// static func shared(at address: String) throws -> AppDatabase {
  ///   try .postgres(address, schema: "notes", migrations: .notes)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - address: A URL, or the keywords of PostgreSQL's client library, as in `host=/run/postgresql dbname=chat`.
  ///   - schema: The name of the schema.
  ///   - writerCount: The number of concurrent writes, each on a connection of its own; at least one.
  ///   - migrations: The migrations that make the tables of a new schema and bring an older one up to date.
  /// - Throws: `DatabaseError` for a failure that a retry cannot overcome: an invalid address, a user or a database
  ///   that the server refuses, a schema that a newer version has written, or a schema that the role may not create.
  public static func postgres(
    _ address: String, schema: String = "svvs", writerCount: Int = 4, migrations: [Migration]
  ) throws -> AppDatabase {
    let database = PostgresDatabase(
      address: try PostgresAddress(address), schema: try LogSchema(schema), migrations: migrations)
    return AppDatabase(engine: try PostgresEngine(database, writerCount: writerCount, start: try connect(to: database)))
  }

  /// Connects, and brings the database up to date. Returns the error if a later attempt may succeed.
  private static func connect(to database: PostgresDatabase) throws -> sending Result<Connection, DatabaseError> {
    let deadline = ContinuousClock.now + startTimeout
    do {
      let connection = try Connection.open(database.address, until: deadline)
      try database.setUp(connection, until: deadline)
      return .success(connection)
    } catch let error as DatabaseError where [.unavailable, .inUse].contains(error.kind) {
      FollowerLoop.logger.error(
        "PostgreSQL at \(database.address) cannot be used, which is tried again: \(error.description)")
      return .failure(error)
    }
  }
}
