import GRDB

/// The notes that the app keeps of one user.
struct NoteTable: Sendable {
  static let table = Table("note")

  let userID: User.ID

  /// The notes to show, oldest first.
  func all(in database: Database) throws -> [Note] {
    let rows = try Row.fetchCursor(
      database, sql: "SELECT id, content FROM note WHERE userID = ? AND NOT isDeleted ORDER BY id",
      arguments: [userID])
    return try Array(rows.map { Note(id: $0["id"], content: $0["content"]) })
  }

  /// The number of the note that was kept last, of whatever user.
  func lastID(in database: Database) throws -> Int64 {
    try Int64.fetchOne(database, sql: "SELECT MAX(id) FROM note") ?? 0
  }

  /// Keeps what the backend has added.
  func insert(_ note: RemoteNote, into database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO note (userID, remoteID, content) VALUES (?, ?, ?)
        ON CONFLICT (userID, remoteID) DO UPDATE SET content = excluded.content WHERE content <> excluded.content
        """,
      arguments: [userID, note.id, note.content])
  }

  /// Keeps what the backend has, and lets go of what it has no more; what was kept after `lastID` is
  /// newer than its answer. A note that was deleted here stays deleted.
  func replace(with notes: [RemoteNote], upTo lastID: Int64, in database: Database) throws {
    let known = Set(notes.map(\.id))
    let rows = try Row.fetchAll(
      database, sql: "SELECT id, remoteID FROM note WHERE userID = ? AND remoteID IS NOT NULL AND id <= ?",
      arguments: [userID, lastID])
    for row in rows where !known.contains(row["remoteID"]) {
      try database.execute(sql: "DELETE FROM note WHERE id = ?", arguments: [row["id"] as Int64])
    }
    for note in notes { try insert(note, into: database) }
  }

  /// Shows a note no more, also when the backend still has it.
  func delete(_ id: Note.ID, in database: Database) throws {
    try database.execute(
      sql: "UPDATE note SET isDeleted = TRUE WHERE userID = ? AND id = ?", arguments: [userID, id])
  }
}
