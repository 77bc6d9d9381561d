public import Foundation
public import SVVS

/// What a user tells of themselves.
@JSONCodable
public struct Profile: Hashable, Sendable {
  /// The name at the service.
  public let login: String
  /// The name to show.
  public let name: String?
  /// Some words about the user.
  public let bio: String?
  /// Where the picture is.
  public let avatarURL: URL?
  /// How many follow the user.
  public let followers: Int
  /// How many the user follows.
  public let following: Int
  /// How many public repositories the user has.
  public let publicRepos: Int

  /// A user's profile.
  public init(
    login: String, name: String? = nil, bio: String? = nil, avatarURL: URL? = nil, followers: Int = 0,
    following: Int = 0, publicRepos: Int = 0
  ) {
    self.login = login
    self.name = name
    self.bio = bio
    self.avatarURL = avatarURL
    self.followers = followers
    self.following = following
    self.publicRepos = publicRepos
  }
}
