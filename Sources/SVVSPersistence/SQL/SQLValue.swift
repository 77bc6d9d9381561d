/// A value that is read from a row or bound to ``SQL``, in a form that every database supports.
public enum SQLValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
}

/// A type whose values can be bound to ``SQL`` and read from rows: numbers, booleans, texts, and optionals of these
/// types.
public protocol SQLConvertible {
  /// The value in the form that the database supports.
  var sqlValue: SQLValue { get }

  /// Converts a value from the database; nil if the value is not of this type.
  init?(sqlValue: SQLValue)
}

extension SQLValue: SQLConvertible {
  public var sqlValue: SQLValue { self }
  public init?(sqlValue: SQLValue) { self = sqlValue }
}

extension String: SQLConvertible {
  public var sqlValue: SQLValue { .text(self) }

  public init?(sqlValue: SQLValue) {
    guard case .text(let text) = sqlValue else { return nil }
    self = text
  }
}

extension Int64: SQLConvertible {
  public var sqlValue: SQLValue { .integer(self) }

  public init?(sqlValue: SQLValue) {
    guard case .integer(let number) = sqlValue else { return nil }
    self = number
  }
}

extension Int: SQLConvertible {
  public var sqlValue: SQLValue { .integer(Int64(self)) }

  public init?(sqlValue: SQLValue) {
    guard case .integer(let number) = sqlValue else { return nil }
    self.init(exactly: number)
  }
}

extension Double: SQLConvertible {
  public var sqlValue: SQLValue { .real(self) }

  public init?(sqlValue: SQLValue) {
    switch sqlValue {
    case .real(let number): self = number
    case .integer(let number): self.init(number)
    case .null, .text: return nil
    }
  }
}

/// SQLite stores booleans as 1 and 0.
extension Bool: SQLConvertible {
  public var sqlValue: SQLValue { .integer(self ? 1 : 0) }

  public init?(sqlValue: SQLValue) {
    guard case .integer(let number) = sqlValue else { return nil }
    self = number != 0
  }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
  public var sqlValue: SQLValue { self?.sqlValue ?? .null }

  public init?(sqlValue: SQLValue) {
    if sqlValue == .null {
      self = .none
    } else {
      guard let value = Wrapped(sqlValue: sqlValue) else { return nil }
      self = .some(value)
    }
  }
}
