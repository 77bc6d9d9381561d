import SVVS
import SVVSPersistence

/// The notes of the user who is logged in. This store lives from the login to the logout.
@MainActor @Store
final class NoteStore {
  /// The notes, oldest first.
  var notes: ObservableArray<Note> { query.value }

  /// The reason why the notes may be out of date.
  var error: (any Error)? { query.error ?? keepingError }

  /// The error that occurred when the app stored a note that the backend had added; nil after the next refresh.
  private var keepingError: (any Error)?

  private lazy var query = table.query(in: database)
  private let table: NoteTable
  private let repository: any NoteRepository
  private let database: AppDatabase
  /// The lifetime of the login. Replies that arrive after its end are discarded.
  private let lifetime: ScopeLifetime
  private let refreshes = SingleFlight<User.ID, Void>()

  /// Fetches the notes again. Concurrent calls share one request.
  func refresh() async throws {
    try await refreshes.run(table.userID) { [table, lifetime, repository, database] in
      let lastID = try await database.read { try table.lastID(in: $0) }
      let fetched = try await repository.fetchNotes(of: table.userID)
      try lifetime.check()
      try await database.write(inOrderOf: table.order) { try table.replace(with: fetched, upTo: lastID, in: $0) }
    }
    keepingError = nil
    try await query.load()
  }

  /// Adds a note, unless an earlier attempt with the same key has added it.
  ///
  /// Throws only if the backend has not added the note. If the backend has added the note but the app cannot store it,
  /// the next refresh fetches the note.
  func add(_ content: String, key: RetryKey) async throws {
    if let note = try await repository.addNote(content, for: table.userID, key: key) {
      try lifetime.check()
      do {
        try await database.write(inOrderOf: table.order) { [table] in try table.add(note, in: $0) }
      } catch {
        keepingError = error
      }
    }
    await showWrite()
  }

  /// Removes a note from the shown notes.
  func delete(_ id: Note.ID) async throws {
    try await database.write(inOrderOf: table.order) { [table] in try table.delete(id, in: $0) }
    await showWrite()
  }

  /// Reads the notes after a write, in case the query cannot track changes. The write was already committed, so an
  /// error of this read appears only in ``error``.
  private func showWrite() async { try? await query.load() }
}
