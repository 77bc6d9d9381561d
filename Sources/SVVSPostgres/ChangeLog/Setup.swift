import SVVSPersistence
import SystemSupport

/// The steps that bring a database up to date: the schema, the tables of the log, the migrations, and the triggers.
///
/// All steps are in one transaction. Either all of them are applied or none, and no program can write to a table that
/// has no triggers yet.
struct Setup {
  /// The timeout of each statement in a migration. It is long, because such a statement may change many rows.
  private static let statementTimeout = Duration.seconds(3600)
  /// The longest time between two statements of a migration.
  private static let idleLimit = Duration.seconds(60)

  let database: PostgresDatabase
  private var schema: LogSchema { database.schema }
  private var migrations: [Migration] { database.migrations }

  /// - Throws: ``DatabaseError``. For example, its kind is `newerVersion`, or its kind is `notPermitted` and its
  ///   description contains the statement that the role may not run.
  func run(_ connection: Connection, until deadline: ContinuousClock.Instant) throws {
    // The schema is first checked in a read-only transaction. If the schema is complete, a role that may only read and
    // write rows can use it.
    let isDone = try connection.inTransaction(
      "BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY; SET LOCAL \(LogSchema.ownSearchPath)", until: deadline,
      commitTimeout: Setup.statementTimeout
    ) { try isComplete(state(connection, until: deadline)) }
    if isDone { return }
    try connection.inTransaction(
      """
      BEGIN ISOLATION LEVEL READ COMMITTED;
      SET LOCAL \(LogSchema.ownSearchPath);
      SET LOCAL statement_timeout TO 0;
      \(TransactionBlock.idleLimit(Setup.idleLimit, at: database.address))
      SET LOCAL lock_timeout TO \(ContinuousClock.now.duration(to: deadline).limitInMilliseconds);
      SELECT pg_advisory_xact_lock(\(schema.setupLock))
      """, until: deadline + .seconds(1), commitTimeout: Setup.statementTimeout
    ) { try complete(connection) }
  }

  private func complete(_ connection: Connection) throws {
    let execute = { (statement: String) in
      try naming(statement) { try connection.script(statement, until: .now + Setup.statementTimeout) }
    }
    // Another process may have completed the schema while this process waited for the lock.
    let before = try state(connection, until: .now + Setup.statementTimeout)
    try check(before)
    try before.statementsForLog(in: schema).forEach(execute)
    for migration in migrations where !before.migrations.contains(migration.name) {
      let transaction = Transaction(on: .postgres) { sql in
        try naming(sql.text) { try connection.run(sql, until: .now + Setup.statementTimeout) }
      }
      try execute(schema.appSearchPath)
      try migration.body(transaction)
      try execute("SET LOCAL \(LogSchema.ownSearchPath)")
      let table = SQL(stringLiteral: schema.qualified(LogTables.migration))
      try transaction.execute("INSERT INTO \(table) (name) VALUES (\(migration.name))")
    }
    let after = try state(connection, until: .now + Setup.statementTimeout)
    try after.statementsForTriggers(in: schema, keys: keys).forEach(execute)
  }

  private func isComplete(_ state: SchemaState) throws -> Bool {
    try check(state)
    guard state.statementsForLog(in: schema).isEmpty, state.migrations.count == migrations.count else { return false }
    return try state.statementsForTriggers(in: schema, keys: keys).isEmpty
  }

  private func check(_ state: SchemaState) throws(DatabaseError) {
    guard let unknown = state.migrations.subtracting(migrations.map(\.name)).min() else { return }
    throw DatabaseError(
      .newerVersion, "The schema \(schema.name) contains \"\(unknown)\", which a newer version created.")
  }

  private func state(_ connection: Connection, until deadline: ContinuousClock.Instant) throws -> SchemaState {
    try SchemaState(of: schema) { sql in
      try naming(sql.text) { try connection.run(sql, until: deadline).rows }
    }
  }

  private var keys: [String: String] {
    migrations.reduce(into: [:]) { $0.merge($1.keys) { _, later in later } }
  }
}

/// Runs `body`. If the server does not permit `statement`, adds the statement to the error.
private func naming<Result>(_ statement: String, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as DatabaseError where [.notPermitted, .readOnly].contains(error.kind) {
    let line = statement.split(whereSeparator: \.isNewline).joined(separator: " ")
    throw DatabaseError(error.kind, "\(error.description), for: \(line)")
  }
}

extension SQL {
  /// The text, with placeholders for the bound values.
  fileprivate var text: String {
    parts.map { if case .text(let text) = $0 { text } else { "?" } }.joined()
  }
}
