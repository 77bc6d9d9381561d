import SVVSPersistence

/// The notes of the embedded database. The app keeps its copies of these notes in a separate table.
struct EmbeddedNoteRepository: NoteRepository {
  let database: AppDatabase

  func fetchNotes(of userID: User.ID) async throws -> [RemoteNote] {
    try await database.read { transaction in
      try transaction.rows(
        "SELECT id, content FROM remoteNote WHERE userID = \(userID) ORDER BY id", within: NoteTable.limit
      ).map { row in
        RemoteNote(id: String(try row.value("id", as: Int.self)), content: try row.value("content"))
      }
    }
  }

  func addNote(_ content: String, for userID: User.ID, key: RetryKey) async throws -> RemoteNote? {
    let table = NoteTable(userID: userID)
    return try await database.write(inOrderOf: table.order) { transaction in
      let row = try transaction.row(
        """
        INSERT INTO remoteNote (userID, content, retryKey) VALUES (\(userID), \(content), \(key.text))
        ON CONFLICT (retryKey) DO NOTHING RETURNING id
        """)
      // If there is no row, an earlier attempt was committed, and the app has already stored the note.
      guard let id = try row?.value("id", as: Int.self) else { return nil }
      try table.add(RemoteNote(id: String(id), content: content), in: transaction)
      return nil
    }
  }
}
