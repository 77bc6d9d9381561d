public import Foundation
import JSON

// Each of these has a column of the type TEXT or INTEGER, in SQLite and in PostgreSQL.

/// A time is a text of RFC 3339 in UTC with milliseconds, so that the order of the texts is the order of the times.
extension Date: SQLConvertible {
  public var sqlValue: SQLValue { .text(rfc3339(omitsZeroFraction: false)) }

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

/// A type with raw values that declares `SQLConvertible` is stored as its raw values.
extension SQLConvertible where Self: RawRepresentable, RawValue: SQLConvertible {
  public var sqlValue: SQLValue { rawValue.sqlValue }

  public init?(sqlValue: SQLValue) {
    guard let value = RawValue(sqlValue: sqlValue) else { return nil }
    self.init(rawValue: value)
  }
}
