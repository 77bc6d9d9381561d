public import Foundation
public import SVVS

/// A user that a search has found.
@JSONCodable
public struct FoundUser: Identifiable, Hashable, Sendable {
  /// The number at the service.
  public let id: Int
  /// The name at the service.
  @Title("Name") public let login: String
  /// Where the picture is.
  public let avatarURL: URL?

  /// A user that a search has found.
  public init(id: Int, login: String, avatarURL: URL? = nil) {
    self.id = id
    self.login = login
    self.avatarURL = avatarURL
  }
}

/// One page of what a search has found.
public struct SearchPage: Sendable {
  /// How many users there are on all pages, also beyond those that the service serves.
  public let totalCount: Int
  /// The users on this page.
  public let users: [FoundUser]

  /// A page of users.
  public init(totalCount: Int, users: [FoundUser]) {
    self.totalCount = totalCount
    self.users = users
  }
}
