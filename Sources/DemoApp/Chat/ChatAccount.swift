public import SVVS

/// An account of the chat that has logged in.
@JSONCodable
public struct ChatAccount: Identifiable, Hashable, Sendable {
  /// The id of the account, which is also the user's id.
  public let id: String
  /// The display name.
  @Priority(1) public let name: String

  /// Creates an account.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}
