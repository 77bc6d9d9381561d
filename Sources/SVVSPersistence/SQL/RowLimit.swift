/// A limit to the rows that a query may return, for ``Transaction/rows(_:within:)``.
///
/// Other programs may write any number of rows, and the main thread compares, shows and sends those that are read.
public struct RowLimit: Sendable {
  /// The number of rows.
  public let count: Int
  /// The bytes of text in all rows together.
  public let bytes: Int
  /// The bytes of all rows, as SQL.
  let bytesInAll: SQL

  /// A limit to the number of rows and the bytes of some of their columns.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - bytes: The bytes of text in all rows together.
  ///   - columns: The columns of the query whose bytes are counted.
  public init(count: Int, bytes: Int, of columns: StaticString...) {
    self.count = count
    self.bytes = bytes
    bytesInAll = columns.reduce("0" as SQL) { "\($0) + COALESCE(SUM(\(.byteCount(of: $1))), 0)" as SQL }
  }
}
