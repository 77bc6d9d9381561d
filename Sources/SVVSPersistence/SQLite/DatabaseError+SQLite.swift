import GRDB

/// Runs `body`, and translates GRDB's errors.
func translating<Value>(_ body: () throws -> Value) throws -> Value {
  do {
    return try body()
  } catch let error as GRDB.DatabaseError {
    throw DatabaseError(error)
  }
}

/// Runs `body`, and translates GRDB's errors.
func translating<Value>(_ body: () async throws -> Value) async throws -> Value {
  do {
    return try await body()
  } catch let error as GRDB.DatabaseError {
    throw DatabaseError(error)
  }
}

extension DatabaseError {
  init(_ error: GRDB.DatabaseError) {
    let kind: Kind =
      switch error.resultCode {
      case _ where error.extendedResultCode == .SQLITE_READONLY_DBMOVED: .fileGone
      case .SQLITE_FULL: .diskFull
      case .SQLITE_READONLY, .SQLITE_PERM: .readOnly
      case .SQLITE_BUSY, .SQLITE_LOCKED: .inUse
      default: .failed
      }
    self.init(kind, "\(error)")
  }
}

extension Error {
  /// Whether the error means that another process holds a lock that this process needs.
  var isOfLock: Bool {
    switch self {
    case let error as DatabaseError: error.kind == .inUse
    case let error as GRDB.DatabaseError: [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode)
    default: false
    }
  }
}
