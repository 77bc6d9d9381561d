/// A service that searches users, such as GitHub.
public protocol SearchRepository: Sendable {
  /// Searches users. Pages are counted from 1, and each but the last has ``SearchPaging/pageSize`` users.
  func searchUsers(_ query: String, page: Int) async throws -> SearchPage

  /// Fetches a user's profile.
  func fetchProfile(of name: String) async throws -> Profile

  /// Fetches all repositories that a user owns and has not forked.
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

/// A service that fails for every request, for a server that was built without HTTP.
package struct UnavailableSearchRepository: SearchRepository {
  package init() {}

  package func searchUsers(_ query: String, page: Int) async throws -> SearchPage { throw RepositoryError.notBuiltIn }
  package func fetchProfile(of name: String) async throws -> Profile { throw RepositoryError.notBuiltIn }
  package func fetchRepositories(of name: String) async throws -> [Repository] { throw RepositoryError.notBuiltIn }
  package func fetchLanguages(of repository: String, owner: String) async throws -> [String: Int] {
    throw RepositoryError.notBuiltIn
  }
}
