/// The rows that a ``LiveQuery`` reads: those of a table, or only those that have one value in its key column.
public struct TrackedRows: Sendable, Hashable, ExpressibleByStringLiteral {
  package let table: String
  package let key: SQLValue?

  /// All rows of a table.
  public init(_ table: String) {
    self.table = table
    key = nil
  }

  /// The rows of a table with a value in the key column that a ``Migration`` names.
  ///
  /// If the database does not report the keys of changed rows, as SQLite does not, every change of the table counts.
  public init(_ table: String, key: some SQLConvertible) {
    self.table = table
    self.key = key.sqlValue
  }

  public init(stringLiteral table: String) {
    self.init(table)
  }
}
