/// The rows that a ``LiveQuery`` reads: all rows of a table, or only the rows that have one particular value in the
/// table's key column.
public struct TrackedRows: Sendable, Hashable, ExpressibleByStringLiteral {
  package let table: String
  package let key: SQLValue?

  /// All rows of a table.
  public init(_ table: String) {
    self.table = table
    key = nil
  }

  /// The rows of a table that have the value `key` in the table's key column. A ``Migration`` names the key column of
  /// each table.
  ///
  /// SQLite does not report the keys of changed rows. With SQLite, every change of the table therefore runs the query
  /// again. A query of rows then reads only the changed rows: see
  /// ``LiveQuery/init(rowsOf:matching:within:in:element:)``.
  public init(_ table: String, key: some SQLConvertible) {
    self.table = table
    self.key = key.sqlValue
  }

  public init(stringLiteral table: String) {
    self.init(table)
  }
}
