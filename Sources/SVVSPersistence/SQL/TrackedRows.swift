/// What a ``LiveQuery`` reads: a table, or those of its rows that have one value in the column that keys it.
public struct TrackedRows: Sendable, Hashable, ExpressibleByStringLiteral {
  package let table: String
  package let key: SQLValue?

  /// All rows of a table.
  public init(_ table: String) {
    self.table = table
    key = nil
  }

  /// The rows of a table with a value in the column that a ``Migration`` has named as its key.
  ///
  /// Where the database does not tell rows apart, any change of the table counts.
  public init(_ table: String, key: some SQLConvertible) {
    self.table = table
    self.key = key.sqlValue
  }

  public init(stringLiteral table: String) {
    self.init(table)
  }
}
