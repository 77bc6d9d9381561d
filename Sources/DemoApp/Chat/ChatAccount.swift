public import SVVS

/// An account that has logged in.
@JSONCodable
public struct ChatAccount: Identifiable, Hashable, Sendable {
  /// What names the account everywhere: the id of its user.
  public let id: String
  /// The name to show.
  public let name: String

  /// An account with its name.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}
