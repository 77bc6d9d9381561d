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
/// Several processes may use one database; what others write shows in every ``LiveQuery`` here.
public final class AppDatabase: Sendable {
  package let engine: any DatabaseEngine

  package init(engine: any DatabaseEngine) {
    self.engine = engine
  }

  /// A database in memory, made when it is first needed.
  public convenience init(migrations: [Migration]) {
    self.init(engine: SQLiteEngine(migrations: migrations))
  }

  /// A SQLite database in a file. A file that is missing is made, for its owner alone to read and write.
  ///
  /// A write waits for those of other processes for at most two seconds.
  ///
  /// - Throws: ``DatabaseError`` if the file cannot be opened or migrated.
  public convenience init(path: String, migrations: [Migration]) throws {
    self.init(engine: try SQLiteEngine(path: path, migrations: migrations))
  }

  /// Reads in one transaction, also while a write waits for another process.
  ///
  /// - Throws: What `body` throws, and ``DatabaseError``.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (Transaction) throws -> Value
  ) async throws -> Value {
    try await engine.read(body)
  }

  /// Writes in one transaction. When this returns, every ``LiveQuery`` that it concerns has the new value.
  ///
  /// SQLite makes writes in the order of their calls on one actor. A server makes several at once, so that one that
  /// waits for a lock does not hold up the others; those with the same key are made in the order of their calls there,
  /// too:
  ///
  /// ```swift
  /// try await database.write(inOrderOf: "room \(room.id)") { transaction in
  ///   try transaction.execute("INSERT INTO message (roomID, body) VALUES (\(room.id), \(body))")
  /// }
  /// ```
  ///
  /// `body` may run more than once, if others write the same rows meanwhile: only what its last run wrote is kept.
  ///
  /// - Parameter key: The order that the write belongs to; nil for none.
  /// - Throws: What `body` throws, and ``DatabaseError``, such as one of the kind `inUse` if others hold the
  ///   database for too long. Nothing is written then, unless the kind is `outcomeUnknown`.
  @discardableResult
  public func write<Value: Sendable>(
    inOrderOf key: String? = nil, _ body: @escaping @Sendable (Transaction) throws -> Value
  ) async throws -> Value {
    try await engine.write(inOrderOf: key, body)
  }
}
