public import Foundation
import JSON

// Values of these types are stored in columns of the type TEXT or INTEGER, both in SQLite and in PostgreSQL.

/// A time is stored as a text: RFC 3339 in UTC with milliseconds. The order of the texts is the order of the times.
/// A time before the year 0 or after the year 9999 has no such text, and is stored as `NULL`. A column with `NOT NULL`
/// refuses it.
extension Date: SQLConvertible {
  public var sqlValue: SQLValue { rfc3339(omitsZeroFraction: false).map { .text($0) } ?? .null }

  public init?(sqlValue: SQLValue) {
    guard case .text(let text) = sqlValue else { return nil }
    self.init(rfc3339: text)
  }
}

extension UUID: SQLConvertible {
  public var sqlValue: SQLValue { .text(uuidString) }

  public init?(sqlValue: SQLValue) {
    guard case .text(let text) = sqlValue else { return nil }
    self.init(uuidString: text)
  }
}

extension URL: SQLConvertible {
  public var sqlValue: SQLValue { .text(absoluteString) }

  public init?(sqlValue: SQLValue) {
    guard case .text(let text) = sqlValue else { return nil }
    self.init(string: text)
  }
}

/// If a type with raw values declares conformance to `SQLConvertible`, its raw values are stored.
extension SQLConvertible where Self: RawRepresentable, RawValue: SQLConvertible {
  public var sqlValue: SQLValue { rawValue.sqlValue }

  public init?(sqlValue: SQLValue) {
    guard let value = RawValue(sqlValue: sqlValue) else { return nil }
    self.init(rawValue: value)
  }
}
