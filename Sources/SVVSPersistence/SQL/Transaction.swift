/// A transaction under way: all that is read in it is of one moment, and all that is written in it is there, or
/// nothing.
///
/// Each call runs one statement.
///
/// ```swift
/// try await database.write { transaction in
///   try transaction.execute("INSERT INTO note (text) VALUES (\(text))")
/// }
/// ```
public struct Transaction {
  private let run: (SQL) throws -> (rows: [Row], changes: Int)

  package init(run: @escaping (SQL) throws -> (rows: [Row], changes: Int)) {
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
  /// The database counts them first: rows beyond the limit are not read. So what another program has written
  /// does not hold up the connections that show the rows.
  ///
  /// - Throws: ``DatabaseError`` of the kind `tooLarge` if they are more.
  public func rows(_ sql: SQL, within limit: RowLimit) throws -> [Row] {
    try check(sql, isWithin: limit)
    return try rows(sql)
  }

  /// Checks that the rows of a query are within a limit, and reads none of them. In a transaction that writes, it
  /// refuses what could not be read afterwards.
  ///
  /// - Throws: ``DatabaseError`` of the kind `tooLarge` if they are more.
  public func check(_ sql: SQL, isWithin limit: RowLimit) throws {
    let total = try row(
      """
      SELECT COUNT(*) AS count, \(limit.bytesInAll) AS bytes
      FROM (SELECT * FROM (\(sql)) AS everything LIMIT \(limit.count + 1)) AS counted
      """)
    guard let total, try total.value("count") <= limit.count, try total.value("bytes") <= limit.bytes else {
      throw DatabaseError(.tooLarge, "There is more than \(limit.count) rows or \(limit.bytes) bytes.")
    }
  }

  /// The first row that a statement returns.
  ///
  /// - Throws: ``DatabaseError``.
  public func row(_ sql: SQL) throws -> Row? {
    try run(sql).rows.first
  }

  /// Runs a statement.
  ///
  /// - Returns: How many rows it has inserted, updated or deleted.
  /// - Throws: ``DatabaseError``.
  @discardableResult
  public func execute(_ sql: SQL) throws -> Int {
    try run(sql).changes
  }
}
