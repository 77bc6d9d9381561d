import GRDB
import SVVSPersistence

/// Notes of the embedded database, apart from those that the app keeps itself.
struct EmbeddedNoteRepository: NoteRepository {
  let database: AppDatabase

  func fetchNotes(of userID: User.ID) async throws -> [RemoteNote] {
    try await database.read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM remoteNote WHERE userID = ? ORDER BY id", arguments: [userID])
        .map { RemoteNote(id: $0["id"], content: $0["content"]) }
    }
  }

  func addNote(_ content: String, for userID: User.ID) async throws -> RemoteNote {
    try await database.write { database in
      try database.execute(
        sql: "INSERT INTO remoteNote (userID, content) VALUES (?, ?)", arguments: [userID, content])
      return RemoteNote(id: String(database.lastInsertedRowID), content: content)
    }
  }
}
