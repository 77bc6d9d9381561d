import GRDB
import SVVSPersistence

/// The notes in a database, and how many of them are shown. Lives as long as the process.
@MainActor
final class NoteStore {
  let notes: LiveQuery<[String]>
  let limit: StoredSetting<Int>
  private let database: AppDatabase

  init(database: AppDatabase) {
    self.database = database
    notes = LiveQuery([], in: database, tracking: [Table("note")]) { database in
      try String.fetchAll(database, sql: "SELECT text FROM note ORDER BY id")
    }
    limit = StoredSetting("limit", default: 100, in: database)
  }

  func add(_ text: String) async throws {
    try await database.write { database in
      try database.execute(sql: "INSERT INTO note (text) VALUES (?)", arguments: [text])
    }
  }
}

extension DatabaseMigrator {
  /// What is in the file, version by version.
  static var notes: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerSettings()
    migrator.registerMigration("notes") { database in
      try database.execute(sql: "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
    }
    return migrator
  }
}
