/// A row of the result of a statement in a ``Transaction``.
public struct Row: Sendable {
  private let columns: Columns
  private let values: [SQLValue]

  package init(_ values: [SQLValue], columns: Columns) {
    self.columns = columns
    self.values = values
  }

  /// The value in a column, whose name is not case-sensitive, as in SQL.
  ///
  /// - Throws: ``DatabaseError`` of the kind `failed` if there is no such column, or its value is of another type.
  public func value<Value: SQLConvertible>(_ column: String, as type: Value.Type = Value.self) throws -> Value {
    guard let index = columns.index(of: column) else {
      throw DatabaseError(.failed, "There is no column \"\(column)\".")
    }
    guard let value = Value(sqlValue: values[index]) else {
      throw DatabaseError(.failed, "The column \"\(column)\" does not hold a value of the type \(type).")
    }
    return value
  }

  /// The names of the columns of a result, which its rows share.
  package struct Columns: Sendable {
    private let indices: [String: Int]

    package init(_ names: some Sequence<String>) {
      indices = Dictionary(names.enumerated().map { ($1.lowercased(), $0) }) { first, _ in first }
    }

    fileprivate func index(of name: String) -> Int? { indices[name.lowercased()] }
  }
}
