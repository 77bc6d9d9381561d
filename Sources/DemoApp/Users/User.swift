public import SVVS

/// A person who uses the app.
@JSONCodable
public struct User: Identifiable, Hashable, Sendable {
  /// The id of the user.
  public let id: String
  /// The display name.
  @Priority(2) public var name: String
  /// The ids of the friends, in display order.
  @Priority(-1) public var friendIDs: [String] = []
  /// Whether the user is bookmarked.
  @Title("Bookmarked") @Shown(.whenTrue) @Priority(1) public var isBookmarked: Bool = false

  /// Creates a user.
  public init(id: String, name: String, friendIDs: [String] = [], isBookmarked: Bool = false) {
    self.id = id
    self.name = name
    self.friendIDs = friendIDs
    self.isBookmarked = isBookmarked
  }
}
