import GRDB
import SVVSPersistence

/// Notes of the embedded database, apart from those that the app keeps itself.
struct EmbeddedNoteRepository: NoteRepository {
  let database: AppDatabase

  func fetchNotes(of userID: User.ID) async throws -> [RemoteNote] {
    try await database.read { database in
      try Row.fetchAll(
        database, sql: "SELECT CAST(id AS TEXT) AS id, content FROM remoteNote WHERE userID = ? ORDER BY remoteNote.id",
        arguments: [userID]
      ).map { row in
        RemoteNote(id: try row.decode(forColumn: "id"), content: try row.decode(forColumn: "content"))
      }
    }
  }

  func addNote(_ content: String, for userID: User.ID) async throws -> RemoteNote {
    try await database.write { database in
      try database.execute(
        sql: "INSERT INTO remoteNote (userID, content) VALUES (?, ?)", arguments: [userID, content.databaseText])
      let note = RemoteNote(id: String(database.lastInsertedRowID), content: content)
      // What the app keeps lies in the same file: both are there or neither.
      try NoteTable(userID: userID).insert(note, into: database)
      return note
    }
  }
}
