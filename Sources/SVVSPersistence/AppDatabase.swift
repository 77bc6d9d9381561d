/// The database of an app, used away from the main thread: SQLite in memory or in a file, or another engine.
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
/// The migrations make the tables of a new database, and bring an older one up to date.
///
/// Several processes may use one database: every ``LiveQuery`` shows the writes of all of them.
public final class AppDatabase: Sendable {
  package let engine: any DatabaseEngine

  package init(engine: any DatabaseEngine) {
    self.engine = engine
  }

  /// A database in memory, created on first use.
  public convenience init(migrations: [Migration]) {
    self.init(engine: SQLiteEngine(migrations: migrations))
  }

  /// A SQLite database in a file. A missing file is created, with permission for its owner only to read and write it.
  ///
  /// A write waits for the writes of other processes for at most two seconds.
  ///
  /// - Throws: ``DatabaseError`` if the file cannot be opened or migrated.
  public convenience init(path: String, migrations: [Migration]) throws {
    self.init(engine: try SQLiteEngine(path: path, migrations: migrations))
  }

  /// Reads in one transaction. A write that waits for another process does not delay it.
  ///
  /// - Throws: The error of `body`, and ``DatabaseError``.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (Transaction) throws -> Value
  ) async throws -> Value {
    try await engine.read(body)
  }

  /// Writes in one transaction. When this returns, every ``LiveQuery`` that the write concerns has the new value.
  ///
  /// SQLite makes writes one after another, in the order of their calls on one actor. PostgreSQL makes several at once,
  /// so that a write that waits for a lock does not delay the others. Writes with the same key are made in the order of
  /// their calls there, too:
  ///
  /// ```swift
  /// try await database.write(inOrderOf: "notes") { transaction in
  ///   try transaction.execute("INSERT INTO note (text) VALUES (\(text))")
  /// }
  /// ```
  ///
  /// `body` may run more than once, if other transactions write the same rows meanwhile. Only the writes of its last
  /// run are kept.
  ///
  /// - Parameters:
  ///   - key: The key of the writes among which the order is kept; nil for none.
  ///   - body: The statements of the transaction.
  /// - Throws: The error of `body`, and ``DatabaseError``, such as one of the kind `inUse` if a lock is held for too
  ///   long. Nothing is written then, unless the kind is `outcomeUnknown`.
  @discardableResult
  public func write<Value: Sendable>(
    inOrderOf key: String? = nil, _ body: @escaping @Sendable (Transaction) throws -> Value
  ) async throws -> Value {
    try await engine.write(inOrderOf: key, body)
  }
}
