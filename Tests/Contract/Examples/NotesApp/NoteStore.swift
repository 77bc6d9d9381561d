import SVVSPersistence

/// The notes in a database, and how many of them are shown. Lives as long as the process.
@MainActor
final class NoteStore {
  let notes: LiveQuery<[String]>
  let limit: StoredSetting<Int>
  private let database: AppDatabase

  init(database: AppDatabase) {
    self.database = database
    notes = LiveQuery([], in: database, tracking: ["note"]) { transaction in
      try transaction.rows("SELECT text FROM note ORDER BY id").map { try $0.value("text") }
    }
    limit = StoredSetting("limit", default: 100, in: database)
  }

  func add(_ text: String) async throws {
    try await database.write(inOrderOf: "notes") { transaction in
      try transaction.execute("INSERT INTO note (text) VALUES (\(text))")
    }
  }
}

extension [Migration] {
  /// The migrations of the database, one for each version.
  static let notes = [
    .settings,
    Migration("notes") { transaction in
      try transaction.execute("CREATE TABLE note (id \(.identity), text TEXT NOT NULL)")
    },
  ]
}
