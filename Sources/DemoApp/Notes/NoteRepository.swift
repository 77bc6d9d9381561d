/// Where notes come from.
public protocol NoteRepository: Sendable {
  /// Fetches the notes of a user, oldest first.
  func fetchNotes(of userID: User.ID) async throws -> [RemoteNote]

  /// Adds a note, unless an earlier attempt with the same key has.
  ///
  /// - Returns: The note, for the app to keep; nil if the backend has kept it for the app in the same transaction.
  func addNote(_ content: String, for userID: User.ID, key: RetryKey) async throws -> RemoteNote?
}
