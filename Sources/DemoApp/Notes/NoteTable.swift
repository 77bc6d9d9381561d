import GRDB

/// The notes that the app keeps of one user.
struct NoteTable: Sendable {
  static let table = Table("note")

  let userID: User.ID

  private var owner: any DatabaseValueConvertible { userID.databaseText }

  /// The notes to show, oldest first.
  func all(in database: Database) throws -> [Note] {
    try Row.fetchAll(
      database,
      sql: "SELECT CAST(id AS TEXT) AS id, content FROM note WHERE userID = ? AND NOT isDeleted ORDER BY note.id",
      arguments: [owner]
    ).map { row in
      Note(id: try row.decode(forColumn: "id"), content: try row.decode(forColumn: "content"))
    }
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
      arguments: [owner, note.id.databaseText, note.content.databaseText])
  }

  /// Keeps what the backend has, and deletes what it has no more; what was kept after `lastID` is
  /// newer than its answer. A note that was deleted here stays deleted.
  func replace(with notes: [RemoteNote], upTo lastID: Int64, in database: Database) throws {
    let known = Set(notes.map(\.id))
    let rows = try Row.fetchAll(
      database, sql: "SELECT id, remoteID FROM note WHERE userID = ? AND remoteID IS NOT NULL AND id <= ?",
      arguments: [owner, lastID])
    for row in rows where !known.contains(try row.decode(forColumn: "remoteID")) {
      try database.execute(
        sql: "DELETE FROM note WHERE id = ?", arguments: [try row.decode(Int64.self, forColumn: "id")])
    }
    for note in notes { try insert(note, into: database) }
  }

  /// Shows a note no more, also when the backend still has it.
  func delete(_ id: Note.ID, in database: Database) throws {
    try database.execute(
      sql: "UPDATE note SET isDeleted = TRUE WHERE userID = ? AND CAST(id AS TEXT) = ?",
      arguments: [owner, id.databaseText])
  }
}
