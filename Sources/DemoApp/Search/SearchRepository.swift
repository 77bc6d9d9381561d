/// A service where users are found, such as GitHub.
public protocol SearchRepository: Sendable {
  /// Finds users; pages count from 1 and hold ``SearchPaging/pageSize`` users but for the last.
  func searchUsers(_ query: String, page: Int) async throws -> SearchPage

  /// Fetches a user's profile.
  func fetchProfile(of name: String) async throws -> Profile

  /// Fetches all repositories that a user owns and has not forked.
  func fetchRepositories(of name: String) async throws -> [Repository]

  /// Fetches how many bytes of a repository are written in which language.
  func fetchLanguages(of repository: String, owner: String) async throws -> [String: Int]
}

/// How a search is paged.
public enum SearchPaging {
  /// The users on a page.
  public static let pageSize = 30
  /// How many results the service serves at most, however many there are.
  public static let maximum = 1000
}

/// A service that refuses every request, for a server that was built without HTTP.
package struct UnavailableSearchRepository: SearchRepository {
  package init() {}

  package func searchUsers(_ query: String, page: Int) async throws -> SearchPage { throw RepositoryError.notBuiltIn }
  package func fetchProfile(of name: String) async throws -> Profile { throw RepositoryError.notBuiltIn }
  package func fetchRepositories(of name: String) async throws -> [Repository] { throw RepositoryError.notBuiltIn }
  package func fetchLanguages(of repository: String, owner: String) async throws -> [String: Int] {
    throw RepositoryError.notBuiltIn
  }
}
