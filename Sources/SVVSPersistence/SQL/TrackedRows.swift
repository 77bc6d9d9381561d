/// The rows that a ``LiveQuery`` reads: all rows of a table, or only the rows that have one value in the table's key
/// column.
public struct TrackedRows: Sendable, Hashable, ExpressibleByStringLiteral {
  package let table: String
  package let key: SQLValue?

  /// All rows of a table.
  public init(_ table: String) {
    self.table = table
    key = nil
  }

  /// The rows of a table that have one value in the key column. A ``Migration`` names the key column of each table.
  ///
  /// If the database does not report the keys of changed rows, every change of the table runs the query again. SQLite
  /// does not report them.
  public init(_ table: String, key: some SQLConvertible) {
    self.table = table
    self.key = key.sqlValue
  }

  public init(stringLiteral table: String) {
    self.init(table)
  }
}
