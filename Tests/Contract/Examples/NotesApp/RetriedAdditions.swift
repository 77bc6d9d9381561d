import SVVSPersistence

/// Additions of notes that are made once, however often a user tries.
struct RetriedAdditions {
  static let migration = Migration("retryKey") { transaction in
    try transaction.execute("ALTER TABLE note ADD COLUMN retryKey TEXT")
    try transaction.execute("CREATE UNIQUE INDEX note_on_retryKey ON note (retryKey)")
  }

  let database: AppDatabase

  func add(_ text: String, key: String) async throws {
    try await database.write(inOrderOf: "notes") { transaction in
      try transaction.execute(
        "INSERT INTO note (text, retryKey) VALUES (\(text), \(key)) ON CONFLICT (retryKey) DO NOTHING")
    }
  }
}
