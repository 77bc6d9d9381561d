import GRDB
import SVVS
import SVVSPersistence

/// A database with a table of words and one that has nothing to do with it.
enum Words {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerSettings()
    migrator.registerMigration("words") { database in
      try database.execute(sql: "CREATE TABLE word (text TEXT NOT NULL); CREATE TABLE other (id INTEGER)")
    }
    return migrator
  }

  @MainActor
  static func query(in database: AppDatabase) -> LiveQuery<[String]> {
    LiveQuery([], in: database, tracking: [Table("word")]) { try all(in: $0) }
  }

  @Sendable
  static func all(in database: Database) throws -> [String] {
    try String.fetchAll(database, sql: "SELECT text FROM word ORDER BY text")
  }

  static func insert(_ word: String, into database: AppDatabase) async throws {
    try await database.write { try $0.execute(sql: "INSERT INTO word VALUES (?)", arguments: [word]) }
  }
}

/// Waits until a condition on observed state holds.
@MainActor
func until(_ condition: @escaping @MainActor () -> Bool) async {
  let (ends, end) = AsyncStream.makeStream(of: Void.self)
  let effect = Effect.onChange(of: condition, initial: true) { if $0 { end.yield() } }
  for await _ in ends { break }
  effect.cancel()
  await effect.completion
}
