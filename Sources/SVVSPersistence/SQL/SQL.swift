/// SQL text with bound values, for SQLite and PostgreSQL.
///
/// An interpolated value is bound and never becomes a part of the text, so that a user's input cannot be read as SQL:
///
/// ```swift
/// try transaction.execute("INSERT INTO note (text) VALUES (\(text))")
/// ```
///
/// An interpolated `SQL` is inserted with its text and its bound values. Use only SQL that both SQLite and PostgreSQL
/// accept. Where they differ, use ``identity``, ``now``, ``byteCount(of:)`` and ``rowVersion(of:)``.
public struct SQL: Sendable, ExpressibleByStringInterpolation {
  package enum Part: Sendable, Equatable {
    case text(String)
    case value(SQLValue)
    case identity
    case now
    case byteCount(column: String)
    case rowVersion(table: String)
  }

  package private(set) var parts: [Part]

  private init(parts: [Part]) {
    self.parts = parts
  }

  public init(stringLiteral text: String) {
    self.init(parts: [.text(text)])
  }

  public init(stringInterpolation: StringInterpolation) {
    self.init(parts: stringInterpolation.parts)
  }

  /// The type of an integer primary key. The database generates the keys in ascending order.
  ///
  /// ```swift
  /// try transaction.execute("CREATE TABLE note (id \(.identity), text TEXT NOT NULL)")
  /// ```
  public static let identity = SQL(parts: [.identity])

  /// The current time of the database's clock, in milliseconds since 1970.
  public static let now = SQL(parts: [.now])

  /// The number of bytes in the UTF-8 text of a column; `NULL` if the column is `NULL`.
  public static func byteCount(of column: StaticString) -> SQL { SQL(parts: [.byteCount(column: "\(column)")]) }

  /// The version of a row of the table: a text that differs after each change of the row. In SQLite, which has no such
  /// text, this is `NULL`.
  ///
  /// With row versions, a query that runs again because one row has changed does not have to read the large columns of
  /// the other rows.
  public static func rowVersion(of table: StaticString) -> SQL { SQL(parts: [.rowVersion(table: "\(table)")]) }

  /// The text and the bound values of a ``SQL``, collected during the interpolation.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {
      parts.append(.text(literal))
    }

    /// Binds a value.
    public mutating func appendInterpolation(_ value: some SQLConvertible) {
      parts.append(.value(value.sqlValue))
    }

    /// Binds a value, or `NULL`.
    public mutating func appendInterpolation<Value: SQLConvertible>(_ value: Value?) {
      parts.append(.value(value.sqlValue))
    }

    /// Inserts the text and the bound values of another `SQL`.
    public mutating func appendInterpolation(_ sql: SQL) {
      parts += sql.parts
    }
  }
}
