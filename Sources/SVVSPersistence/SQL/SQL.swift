/// SQL text with bound values, for SQLite and PostgreSQL.
///
/// An interpolation binds a value and never becomes a part of the text, so that input of a user cannot be read as SQL:
///
/// ```swift
/// try transaction.execute("INSERT INTO note (text) VALUES (\(text))")
/// ```
///
/// An interpolation of another `SQL` inserts its text and values. Use only SQL that both SQLite and PostgreSQL accept;
/// where they differ, there are ``identity``, ``now``, ``byteCount(of:)`` and ``rowVersion(of:)``.
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

  /// The type of an integer primary key, whose values the database generates in ascending order.
  ///
  /// ```swift
  /// try transaction.execute("CREATE TABLE note (id \(.identity), text TEXT NOT NULL)")
  /// ```
  public static let identity = SQL(parts: [.identity])

  /// The time of the database's clock, in milliseconds since 1970.
  public static let now = SQL(parts: [.now])

  /// The number of bytes of the text in a column, as UTF-8; `NULL` for `NULL`.
  public static func byteCount(of column: StaticString) -> SQL { SQL(parts: [.byteCount(column: "\(column)")]) }

  /// A text that differs after each change of a row of the table; `NULL` in SQLite, which has no such text.
  ///
  /// With it, a query that runs again because one row has changed need not read the large columns of the other rows.
  public static func rowVersion(of table: StaticString) -> SQL { SQL(parts: [.rowVersion(table: "\(table)")]) }

  /// Collects the text and the values of ``SQL``.
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

    /// Inserts text with its values.
    public mutating func appendInterpolation(_ sql: SQL) {
      parts += sql.parts
    }
  }
}
