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

/// The source of users.
public protocol UserRepository: Sendable {
  /// Fetches one user.
  ///
  /// - Throws: ``RepositoryError/notFound`` if there is no such user, or another ``RepositoryError``.
  func fetchValue(for id: User.ID) async throws -> User

  /// Fetches several users. The result does not contain users that do not exist.
  func fetchValues(for ids: [User.ID]) async throws -> [User]

  /// Sets the bookmark of a user, and changes no other member.
  ///
  /// - Returns: The user after the change.
  func updateIsBookmarked(_ isBookmarked: Bool, for id: User.ID) async throws -> User
}
