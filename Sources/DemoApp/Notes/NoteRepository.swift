/// The source of notes.
public protocol NoteRepository: Sendable {
  /// Fetches the notes of a user, oldest first.
  func fetchNotes(of userID: User.ID) async throws -> [RemoteNote]

  /// Adds a note, unless an earlier attempt with the same key has added it.
  ///
  /// - Returns: The note, which the app then stores. Nil if the backend has already stored the note for the app, in the
  ///   transaction that added the note.
  func addNote(_ content: String, for userID: User.ID, key: RetryKey) async throws -> RemoteNote?
}
