public import SVVS

/// A note as the app keeps and shows it.
@JSONCodable
struct Note: Identifiable {
  /// What names the note here.
  let id: String
  /// The text.
  let content: String
}

/// A note as the backend has it.
@JSONCodable
public struct RemoteNote: Identifiable, Sendable {
  /// What names the note at the backend.
  public let id: String
  /// The text.
  public let content: String

  /// A note with its text.
  public init(id: String, content: String) {
    self.id = id
    self.content = content
  }
}
