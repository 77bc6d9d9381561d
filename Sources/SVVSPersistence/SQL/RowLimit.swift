/// A limit to the rows that a query may return, for ``Transaction/rows(_:within:)``.
///
/// Rows are compared, shown and sent on the main thread, and other programs may write them.
public struct RowLimit: Sendable {
  /// The number of rows.
  public let count: Int
  /// The bytes of text in all rows together.
  public let bytes: Int
  /// The bytes of all rows, as SQL.
  let bytesInAll: SQL

  /// A limit.
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
