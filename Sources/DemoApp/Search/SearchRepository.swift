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
