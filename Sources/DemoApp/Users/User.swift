public import SVVS

/// A person who uses the app.
@JSONCodable
public struct User: Identifiable, Hashable, Sendable {
  /// What names the user everywhere.
  public let id: String
  /// The name to show.
  public var name: String
  /// The user's friends, in the order they are shown.
  public var friendIDs: [String] = []
  /// Whether the user is marked to be found again.
  @Title("Bookmarked") public var isBookmarked: Bool = false

  /// A user with a name and friends.
  public init(id: String, name: String, friendIDs: [String] = [], isBookmarked: Bool = false) {
    self.id = id
    self.name = name
    self.friendIDs = friendIDs
    self.isBookmarked = isBookmarked
  }
}
