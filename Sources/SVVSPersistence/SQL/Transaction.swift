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
