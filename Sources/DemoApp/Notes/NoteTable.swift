import SVVS
import SVVSPersistence

/// The app's notes of one user.
struct NoteTable: Sendable {
  let userID: User.ID

  /// The limit on the user's notes. It is the same as the limit on the notes of a backend.
  static let limit = RowLimit(count: 10_000, bytes: 4 << 20, of: "content")

  /// The key that keeps the writes of the user's notes in order.
  var order: String { "notes \(userID)" }

  /// A query of the notes to show, oldest first.
  @MainActor func query(in database: AppDatabase) -> LiveQuery<ObservableArray<Note>> {
    LiveQuery(rowsOf: "note", matching: shown, within: NoteTable.limit, in: database) { row in
      Note(id: String(try row.value("id", as: Int.self)), content: try row.value("content"))
    }
  }

  private var shown: SQL { "SELECT id, content FROM note WHERE userID = \(userID) AND NOT isDeleted" }

  /// The id of the note that was stored last. The note may belong to any user.
  func lastID(in transaction: Transaction) throws -> Int {
    try transaction.row("SELECT MAX(id) AS id FROM note")?.value("id", as: Int?.self) ?? 0
  }

  /// Stores a note that was added, unless the limit is exceeded.
  func add(_ note: RemoteNote, in transaction: Transaction) throws {
    try insert(note, in: transaction)
    switch transaction.engine {
    case .sqlite: try NoteTotals.check(notesOf: userID, areWithin: NoteTable.limit, in: transaction)
    case .postgres: try transaction.check(shown, isWithin: NoteTable.limit)
    }
  }

  /// Stores a note of the backend.
  private func insert(_ note: RemoteNote, in transaction: Transaction) throws {
    try transaction.execute(
      """
      INSERT INTO note (userID, remoteID, content) VALUES (\(userID), \(note.id), \(note.content))
      ON CONFLICT (userID, remoteID) DO UPDATE SET content = excluded.content WHERE note.content <> excluded.content
      """)
  }

  /// Stores the notes of the backend, and deletes the notes that the backend no longer has. Notes that were stored
  /// after the note `lastID` are kept, because they are newer than the backend's reply. A note that was deleted in the
  /// app stays deleted.
  func replace(with notes: [RemoteNote], upTo lastID: Int, in transaction: Transaction) throws {
    let known = Set(notes.map(\.id))
    let kept = try transaction.rows(
      "SELECT id, remoteID FROM note WHERE userID = \(userID) AND remoteID IS NOT NULL AND id <= \(lastID)")
    for row in kept where !known.contains(try row.value("remoteID")) {
      try transaction.execute("DELETE FROM note WHERE id = \(try row.value("id", as: Int.self))")
    }
    for note in notes { try insert(note, in: transaction) }
    try transaction.check(shown, isWithin: NoteTable.limit)
  }

  /// Hides a note, even if the backend still has it.
  func delete(_ id: Note.ID, in transaction: Transaction) throws {
    guard let number = Int(id), String(number) == id else { return }
    try transaction.execute("UPDATE note SET isDeleted = TRUE WHERE userID = \(userID) AND id = \(number)")
  }
}
