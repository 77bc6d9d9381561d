/// A row that a statement in a ``Transaction`` returned.
public struct Row: Sendable {
  private let columns: Columns
  private let values: [SQLValue]

  package init(_ values: [SQLValue], columns: Columns) {
    self.columns = columns
    self.values = values
  }

  /// The value in a column. As in SQL, the name of the column is not case-sensitive.
  ///
  /// - Throws: ``DatabaseError`` of the kind `failed` if there is no such column, or the value in the column is of
  ///   another type.
  public func value<Value: SQLConvertible>(_ column: String, as type: Value.Type = Value.self) throws -> Value {
    guard let index = columns.index(of: column) else {
      throw DatabaseError(.failed, "There is no column \"\(column)\".")
    }
    guard let value = Value(sqlValue: values[index]) else {
      throw DatabaseError(.failed, "The column \"\(column)\" does not hold a value of the type \(type).")
    }
    return value
  }

  /// The column names of a result. All rows of the result share them.
  package struct Columns: Sendable {
    private let indices: [String: Int]

    package init(_ names: some Sequence<String>) {
      indices = Dictionary(names.enumerated().map { ($1.lowercased(), $0) }) { first, _ in first }
    }

    fileprivate func index(of name: String) -> Int? { indices[name.lowercased()] }
  }
}
