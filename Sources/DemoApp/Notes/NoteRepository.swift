/// Where notes come from.
public protocol NoteRepository: Sendable {
  /// Fetches the notes of a user, oldest first.
  func fetchNotes(of userID: User.ID) async throws -> [RemoteNote]

  /// Adds a note.
  ///
  /// - Returns: The note as the backend has it.
  func addNote(_ content: String, for userID: User.ID) async throws -> RemoteNote
}
