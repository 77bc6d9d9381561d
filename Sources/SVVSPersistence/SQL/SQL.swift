/// Text in SQL with the values that are bound to it, for any of the databases.
///
/// What is interpolated is a value, never a part of the text, so that nothing a user has typed can be read as SQL:
///
/// ```swift
/// try transaction.execute("INSERT INTO note (text) VALUES (\(text))")
/// ```
///
/// Another `SQL` is interpolated as text with its values. It is written in words that SQLite and PostgreSQL both
/// take; where they differ, there are ``identity``, ``now``,
/// ``byteCount(of:)`` and ``rowVersion(of:)``.
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

  /// The type of a column of whole numbers that is the primary key of its table, and that the database numbers upwards.
  ///
  /// ```swift
  /// try transaction.execute("CREATE TABLE note (id \(.identity), text TEXT NOT NULL)")
  /// ```
  public static let identity = SQL(parts: [.identity])

  /// The time by the clock of the database, in milliseconds since 1970.
  public static let now = SQL(parts: [.now])

  /// The bytes of the text in a column, as UTF-8; `NULL` for `NULL`.
  public static func byteCount(of column: StaticString) -> SQL { SQL(parts: [.byteCount(column: "\(column)")]) }

  /// A text that is another one after each change of a row of the table; `NULL` in SQLite, which has no such text.
  ///
  /// A query that is run again for one row that has changed need not read the large columns of the others.
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
