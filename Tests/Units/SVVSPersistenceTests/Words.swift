import SVVS

@testable import SVVSPersistence

/// A database with a table of words and an unrelated table.
enum Words {
  static let migrations = [
    .settings,
    Migration("words") { transaction in
      try transaction.execute("CREATE TABLE word (text TEXT NOT NULL)")
      try transaction.execute("CREATE TABLE other (id INTEGER)")
    },
  ]

  @MainActor
  static func query(in database: AppDatabase) -> LiveQuery<[String]> {
    LiveQuery([], in: database, tracking: ["word"]) { try all(in: $0) }
  }

  @Sendable
  static func all(in transaction: Transaction) throws -> [String] {
    try transaction.rows("SELECT text FROM word ORDER BY text").map { try $0.value("text") }
  }

  static func insert(_ word: String, into database: AppDatabase) async throws {
    try await database.write { try $0.execute("INSERT INTO word VALUES (\(word))") }
  }
}

extension AppDatabase {
  /// A database in a file, or in memory if `path` is nil, whose queries wait for their first results for another time.
  convenience init(path: String?, migrations: [Migration], firstResultLimit: Duration) throws {
    if let path {
      self.init(engine: try SQLiteEngine(path: path, migrations: migrations, firstResultLimit: firstResultLimit))
    } else {
      self.init(engine: SQLiteEngine(migrations: migrations, firstResultLimit: firstResultLimit))
    }
  }
}
