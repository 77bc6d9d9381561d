public import SVVS

/// A note of the app.
@JSONCodable
struct Note: Identifiable {
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
