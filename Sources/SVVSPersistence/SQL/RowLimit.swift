/// A limit on the rows that a query may return, for ``Transaction/rows(_:within:)``.
///
/// A limit is useful because other programs may write any number of rows, and the main thread compares, shows and sends
/// all rows that are read.
public struct RowLimit: Sendable {
  /// The maximum number of rows.
  public let count: Int
  /// The maximum total size of the text in the counted columns of all rows, in bytes.
  public let bytes: Int
  /// A SQL expression for the size of the text in the counted columns of a row, in bytes.
  let bytesInRow: SQL

  /// A limit on the number of rows, and on the size of the text in some of their columns.
  ///
  /// - Parameters:
  ///   - count: The maximum number of rows.
  ///   - bytes: The maximum total size of the text in `columns` of all rows, in bytes.
  ///   - columns: The columns of the query whose bytes are counted.
  public init(count: Int, bytes: Int, of columns: StaticString...) {
    self.count = count
    self.bytes = bytes
    bytesInRow = columns.reduce("0" as SQL) { "\($0) + COALESCE(\(.byteCount(of: $1)), 0)" as SQL }
  }

  /// Checks totals that were not counted by ``Transaction/check(_:isWithin:)``: for example, totals that triggers keep.
  ///
  /// - Throws: ``DatabaseError`` of the kind `tooLarge` if a total exceeds the limit.
  public func check(count: Int, bytes: Int) throws {
    guard count <= self.count, bytes <= self.bytes else {
      throw DatabaseError(.tooLarge, "There are more than \(self.count) rows or \(self.bytes) bytes.")
    }
  }
}
