import SVVS
import SVVSPersistence

/// The notes of the user who is logged in. Lives from the login to the logout.
@MainActor @Store
final class NoteStore {
  /// The notes, oldest first.
  var notes: [Note] { query.value }

  /// The reason why they may be out of date.
  var error: (any Error)? { query.error ?? keepingError }

  /// The error of storing a note that the backend has added; nil after the next refresh.
  private var keepingError: (any Error)?

  private let query: LiveQuery<[Note]>
  private let table: NoteTable
  private let repository: any NoteRepository
  private let database: AppDatabase
  private let lifetime: ScopeLifetime
  private let refreshes = SingleFlight<User.ID, Void>()

  /// - Parameter login: What comes when it is over is not kept.
  init(userID: User.ID, lifetime: ScopeLifetime, repository: any NoteRepository, database: AppDatabase) {
    self.lifetime = lifetime
    let table = NoteTable(userID: userID)
    self.table = table
    self.repository = repository
    self.database = database
    query = LiveQuery([], in: database, tracking: ["note"]) { try table.all(in: $0) }
  }

  /// Fetches the notes again. A second call meanwhile waits for the same reply.
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
  /// Throws only if the backend has not added the note: a note that cannot be stored here comes with the next refresh.
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

  /// Reads the notes if changes cannot be followed. The write was committed, so a failure to read shows only in
  /// ``error``.
  private func showWrite() async { try? await query.load() }
}
