/// The database of an app: SQLite in memory or in a file, or another engine. The transactions do not run on the main
/// thread.
///
/// ```swift
/// guard let path = database else { return AppDatabase(migrations: .notes) }
/// do {
///   return try AppDatabase(path: path, migrations: .notes)
/// } catch let error as DatabaseError where error.kind == .newerVersion {
///   throw ValidationError("\(path) was written by a newer version of this program.")
/// } catch {
///   throw ValidationError("\(path) cannot be opened: \(error)")
/// }
/// ```
///
/// The migrations create the tables of a new database, and bring an older database up to date.
///
/// Several processes may use one database: every ``LiveQuery`` shows the writes of all of them.
public final class AppDatabase: Sendable {
  package let engine: any DatabaseEngine
  /// The time for which the main thread waits for the first results of queries of this database.
  let firstResultWait: FirstResultWait

  package init(engine: any DatabaseEngine) {
    self.engine = engine
    firstResultWait = FirstResultWait(limit: engine.firstResultLimit)
  }

  /// A database in memory, created on first use.
  public convenience init(migrations: [Migration]) {
    self.init(engine: SQLiteEngine(migrations: migrations))
  }

  /// A SQLite database in a file. If the file is missing, it is created, and only its owner may read and write it.
  ///
  /// A write waits at most two seconds for the writes of other processes.
  ///
  /// - Throws: ``DatabaseError`` if the file cannot be opened or migrated.
  public convenience init(path: String, migrations: [Migration]) throws {
    self.init(engine: try SQLiteEngine(path: path, migrations: migrations))
  }

  /// Reads in one transaction. A write that waits for another process does not delay the read.
  ///
  /// - Throws: The error that `body` throws, or a ``DatabaseError``.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (Transaction) throws -> Value
  ) async throws -> Value {
    try await engine.read(body)
  }

  /// Writes in one transaction. When this method returns, every ``LiveQuery`` that the write concerns has its new
  /// value.
  ///
  /// SQLite runs writes one after another. Writes that are called on one actor run in the order of their calls.
  /// PostgreSQL runs several writes at once, so that a write that waits for a lock does not delay the other writes. To
  /// make PostgreSQL run writes in the order of their calls, too, give these writes the same key:
  ///
  /// ```swift
  /// try await database.write(inOrderOf: "notes") { transaction in
  ///   try transaction.execute("INSERT INTO note (text) VALUES (\(text))")
  /// }
  /// ```
  ///
  /// If other transactions write the same rows at the same time, `body` may run more than once. Only the writes of its
  /// last run are kept.
  ///
  /// - Parameters:
  ///   - key: Writes with the same key run in the order of their calls. If nil, the order does not matter.
  ///   - body: The statements of the transaction.
  /// - Throws: The error that `body` throws, or a ``DatabaseError``. For example, the kind of the error is `inUse` if
  ///   another transaction holds a lock for too long. If the kind is `outcomeUnknown`, the write may have been
  ///   committed. After any other error, nothing was written.
  @discardableResult
  public func write<Value: Sendable>(
    inOrderOf key: String? = nil, _ body: @escaping @Sendable (Transaction) throws -> Value
  ) async throws -> Value {
    try await engine.write(inOrderOf: key, body)
  }
}
