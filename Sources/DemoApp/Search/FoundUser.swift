public import Foundation
public import SVVS

/// A user in the results of a search.
@JSONCodable
public struct FoundUser: Identifiable, Hashable, Sendable {
  /// The id that the service has given to the user.
  public let id: Int
  /// The user name at the service.
  @Title("Name") @Priority(1) public let login: String
  /// The URL of the picture.
  @Priority(-1) public let avatarURL: URL?

  /// Creates a user.
  public init(id: Int, login: String, avatarURL: URL? = nil) {
    self.id = id
    self.login = login
    self.avatarURL = avatarURL
  }
}

/// One page of the results of a search.
public struct SearchPage: Sendable {
  /// The number of users on all pages. This number includes users that the service counts but does not return.
  public let totalCount: Int
  /// The users on this page.
  public let users: [FoundUser]

  /// Creates a page of users.
  public init(totalCount: Int, users: [FoundUser]) {
    self.totalCount = totalCount
    self.users = users
  }
}
