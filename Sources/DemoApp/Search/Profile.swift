public import Foundation
public import SVVS

/// The profile of a user.
@JSONCodable
public struct Profile: Hashable, Sendable {
  /// The user name at the service.
  public let login: String
  /// The display name.
  public let name: String?
  /// The description by the user.
  @Format(.longText) public let bio: String?
  /// The URL of the picture.
  public let avatarURL: URL?
  /// The number of users who follow the user.
  public let followers: Int
  /// The number of users whom the user follows.
  public let following: Int
  /// The number of public repositories.
  public let publicRepos: Int

  /// Creates a profile.
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
