import Foundation
import GRDB

extension Transaction {
  /// A transaction of SQLite. `failed` receives the error of each statement that fails.
  init(_ database: Database, failed: @escaping (any Error) -> Void = { _ in }) {
    self.init(on: .sqlite) { sql in
      do {
        return try translating { try Transaction.run(sql, in: database) }
      } catch {
        failed(error)
        throw error
      }
    }
  }

  private static func run(_ sql: SQL, in database: Database) throws -> (rows: [Row], changes: Int) {
    let statement = try database.cachedStatement(sql: sql.sqliteText)
    let columns = Row.Columns(statement.columnNames)
    let before = database.totalChangesCount
    let rows = try GRDB.Row.fetchAll(statement, arguments: StatementArguments(sql.sqliteArguments)).map { row in
      Row(try row.databaseValues.map(SQLValue.init), columns: columns)
    }
    // After a statement that changes nothing, `changesCount` is still the count of the previous statement.
    return (rows, database.totalChangesCount == before ? 0 : database.changesCount)
  }
}

extension SQL {
  fileprivate var sqliteText: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .value: "?"
      case .identity: "INTEGER PRIMARY KEY AUTOINCREMENT"
      case .byteCount(let column): "LENGTH(CAST(\(column) AS BLOB))"
      case .rowVersion: "NULL"
      case .now: "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
      }
    }.joined()
  }

  fileprivate var sqliteArguments: [DatabaseValue] {
    parts.compactMap { part in
      guard case .value(let value) = part else { return nil }
      return value.sqliteValue
    }
  }
}

extension SQLValue {
  fileprivate var sqliteValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .real(let number): number.databaseValue
    // GRDB truncates a text at a NUL, so a text with a NUL is bound as a blob. A blob never equals a text, so an id
    // with a NUL matches no row.
    case .text(let text): text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
    }
  }

  fileprivate init(_ value: DatabaseValue) throws {
    switch value.storage {
    case .null: self = .null
    case .int64(let number): self = .integer(number)
    case .double(let number): self = .real(number)
    case .string(let text): self = .text(text)
    case .blob(let data):
      guard let text = String(validating: data, as: UTF8.self) else {
        throw DatabaseError(.failed, "A column contains a blob that is not UTF-8 text.")
      }
      self = .text(text)
    }
  }
}
