import SVVSPersistence

/// Notes of the embedded database, apart from those that the app keeps itself.
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

  func addNote(_ content: String, for userID: User.ID) async throws -> RemoteNote {
    try await database.write { transaction in
      let row = try transaction.row(
        "INSERT INTO remoteNote (userID, content) VALUES (\(userID), \(content)) RETURNING id")
      guard let id = try row?.value("id", as: Int.self) else { throw RepositoryError.storageFailed }
      let note = RemoteNote(id: String(id), content: content)
      // What the app keeps lies in the same database: both are there or neither.
      try NoteTable(userID: userID).add(note, in: transaction)
      return note
    }
  }
}
