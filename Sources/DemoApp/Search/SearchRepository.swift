public import Foundation
public import SVVS

/// A service that searches for users (for example, GitHub).
public protocol SearchRepository: Sendable {
  /// Searches for users. Pages are numbered from 1. Each page except the last has ``SearchPaging/pageSize`` users.
  func searchUsers(_ query: String, page: Int) async throws -> SearchPage

  /// Fetches a user's profile.
  func fetchProfile(of name: String) async throws -> Profile

  /// Fetches all repositories that a user owns, except forks.
  func fetchRepositories(of name: String) async throws -> [Repository]

  /// Fetches the number of bytes in each language of a repository.
  func fetchLanguages(of repository: String, owner: String) async throws -> [String: Int]
}

/// The pages of a search.
public enum SearchPaging {
  /// The number of users on a page.
  public static let pageSize = 30
  /// The maximum number of results that the service serves.
  public static let maximum = 1000
}

/// A service in which every request fails. A server that was built without HTTP uses this service.
package struct UnavailableSearchRepository: SearchRepository {
  package init() {}

  package func searchUsers(_ query: String, page: Int) async throws -> SearchPage { throw RepositoryError.notBuiltIn }
  package func fetchProfile(of name: String) async throws -> Profile { throw RepositoryError.notBuiltIn }
  package func fetchRepositories(of name: String) async throws -> [Repository] { throw RepositoryError.notBuiltIn }
  package func fetchLanguages(of repository: String, owner: String) async throws -> [String: Int] {
    throw RepositoryError.notBuiltIn
  }
}

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

/// A repository that a user owns.
@JSONCodable
public struct Repository: Identifiable, Hashable, Sendable {
  /// The id at the service.
  public let id: Int
  /// The name, without the owner's name.
  @Priority(2) public let name: String
  /// The description by the owner.
  @Format(.longText) @Priority(1) public let description: String?
  /// The main programming language.
  public let language: String?
  /// The number of stars.
  public let stars: Int

  /// Creates a repository.
  public init(id: Int, name: String, description: String? = nil, language: String? = nil, stars: Int = 0) {
    self.id = id
    self.name = name
    self.description = description
    self.language = language
    self.stars = stars
  }
}

/// The size of a user's code in one language.
@JSONCodable
struct LanguageSize: Hashable {
  /// The language.
  let name: String
  /// The size in bytes.
  let bytes: Int
}
