public import SVVS

/// A note of the app.
@JSONCodable
struct Note: Identifiable, Equatable {
  /// The id that the app uses for the note.
  @Shown(.never) let id: String
  /// The text.
  @Format(.longText) @Priority(1) let content: String
}

/// A note of the backend.
@JSONCodable
public struct RemoteNote: Identifiable, Sendable {
  /// The id of the note in the backend.
  public let id: String
  /// The text.
  public let content: String

  /// Creates a note.
  public init(id: String, content: String) {
    self.id = id
    self.content = content
  }
}

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
