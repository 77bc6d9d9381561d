/// A transaction in progress. All its reads see one snapshot. Either all its writes are committed, or none of them.
///
/// Each call runs one statement.
///
/// ```swift
/// try await database.write(inOrderOf: "notes") { transaction in
///   try transaction.execute("INSERT INTO note (text) VALUES (\(text))")
/// }
/// ```
public struct Transaction {
  /// A database engine.
  public enum Engine: Sendable {
    /// SQLite.
    case sqlite
    /// PostgreSQL.
    case postgres
  }

  /// The engine that runs the transaction. Use it for statements that only one engine accepts, such as the statements
  /// that create a trigger.
  public let engine: Engine

  private let run: (SQL) throws -> (rows: [Row], changes: Int)

  package init(on engine: Engine, run: @escaping (SQL) throws -> (rows: [Row], changes: Int)) {
    self.engine = engine
    self.run = run
  }

  /// The rows that a statement returns.
  ///
  /// - Throws: ``DatabaseError``.
  public func rows(_ sql: SQL) throws -> [Row] {
    try run(sql).rows
  }

  /// The rows that a query returns, if they are within a limit.
  ///
  /// The database counts the rows first, and stops at the limit. If there are more rows, it does not read them.
  /// Therefore, even if another program has written very many rows, the connections that show these rows are not
  /// delayed.
  ///
  /// - Throws: ``DatabaseError`` of the kind `tooLarge` if the rows exceed the limit.
  public func rows(_ sql: SQL, within limit: RowLimit) throws -> [Row] {
    try check(sql, isWithin: limit)
    return try rows(sql)
  }

  /// Checks that the rows of a query are within a limit, without reading the rows. Use this method in a transaction
  /// that writes, to refuse a write after which the rows would exceed the limit.
  ///
  /// - Throws: ``DatabaseError`` of the kind `tooLarge` if the rows exceed the limit.
  public func check(_ sql: SQL, isWithin limit: RowLimit) throws {
    let total = try row(
      """
      SELECT COUNT(*) AS count, COALESCE(SUM(bytes), 0) AS bytes
      FROM (SELECT \(limit.bytesInRow) AS bytes FROM (\(sql)) AS everything LIMIT \(limit.count + 1)) AS counted
      """)
    if let total { try limit.check(count: total.value("count"), bytes: total.value("bytes")) }
  }

  /// The first row that a statement returns.
  ///
  /// - Throws: ``DatabaseError``.
  public func row(_ sql: SQL) throws -> Row? {
    try run(sql).rows.first
  }

  /// Runs a statement.
  ///
  /// - Returns: The number of rows that the statement has inserted, updated or deleted.
  /// - Throws: ``DatabaseError``.
  @discardableResult
  public func execute(_ sql: SQL) throws -> Int {
    try run(sql).changes
  }
}
