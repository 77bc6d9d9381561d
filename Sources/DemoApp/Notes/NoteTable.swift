import SVVSPersistence

/// The notes that the app keeps of one user.
struct NoteTable: Sendable {
  let userID: User.ID

  /// As much as is taken of a backend.
  static let limit = RowLimit(count: 10_000, bytes: 4 << 20, of: "content")

  /// The order of the writes of the user's notes.
  var order: String { "notes \(userID)" }

  /// The notes to show, oldest first.
  func all(in transaction: Transaction) throws -> [Note] {
    try transaction.rows(shown, within: NoteTable.limit).map { row in
      Note(id: String(try row.value("id", as: Int.self)), content: try row.value("content"))
    }
  }

  private var shown: SQL {
    "SELECT id, content FROM note WHERE userID = \(userID) AND NOT isDeleted ORDER BY id"
  }

  /// The number of the note that was kept last, of whatever user.
  func lastID(in transaction: Transaction) throws -> Int {
    try transaction.row("SELECT MAX(id) AS id FROM note")?.value("id", as: Int?.self) ?? 0
  }

  /// Keeps a note that was added, unless it is one too many.
  func add(_ note: RemoteNote, in transaction: Transaction) throws {
    try insert(note, in: transaction)
    try transaction.check(shown, isWithin: NoteTable.limit)
  }

  /// Keeps what the backend has.
  private func insert(_ note: RemoteNote, in transaction: Transaction) throws {
    try transaction.execute(
      """
      INSERT INTO note (userID, remoteID, content) VALUES (\(userID), \(note.id), \(note.content))
      ON CONFLICT (userID, remoteID) DO UPDATE SET content = excluded.content WHERE note.content <> excluded.content
      """)
  }

  /// Keeps what the backend has, and deletes what it has no more; what was kept after `lastID` is
  /// newer than its answer. A note that was deleted here stays deleted.
  func replace(with notes: [RemoteNote], upTo lastID: Int, in transaction: Transaction) throws {
    let known = Set(notes.map(\.id))
    let kept = try transaction.rows(
      "SELECT id, remoteID FROM note WHERE userID = \(userID) AND remoteID IS NOT NULL AND id <= \(lastID)")
    for row in kept where !known.contains(try row.value("remoteID")) {
      try transaction.execute("DELETE FROM note WHERE id = \(try row.value("id", as: Int.self))")
    }
    for note in notes { try insert(note, in: transaction) }
  }

  /// Shows a note no more, also when the backend still has it.
  func delete(_ id: Note.ID, in transaction: Transaction) throws {
    try transaction.execute(
      "UPDATE note SET isDeleted = TRUE WHERE userID = \(userID) AND CAST(id AS TEXT) = \(id)")
  }
}
