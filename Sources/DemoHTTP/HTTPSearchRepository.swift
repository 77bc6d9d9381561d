import DemoApp
import Foundation
import SVVS

/// Searches with GitHub's REST API.
struct HTTPSearchRepository: SearchRepository {
  private static let repositoriesPerPage = 100

  let backend: HTTPBackend

  /// Creates a repository for a service at a URL. With a token, the service allows more requests.
  init(baseURL: String, token: String?) {
    var headers = [("Accept", "application/vnd.github+json"), ("User-Agent", "svvs")]
    if let token, !token.isEmpty { headers.append(("Authorization", "Bearer \(token)")) }
    backend = HTTPBackend(baseURL: baseURL, headers: headers, refusal: .tokenRefused)
  }

  @concurrent
  func searchUsers(_ query: String, page: Int) async throws -> SearchPage {
    let found: GitHubSearchReply = try await backend.request(
      "GET", ["search", "users"],
      query: [("q", query), ("page", String(page)), ("per_page", String(SearchPaging.pageSize))],
      atMost: .foundUsers)
    return SearchPage(
      totalCount: found.totalCount,
      users: found.items.map { FoundUser(id: $0.id, login: $0.login, avatarURL: url($0.avatarURL)) })
  }

  @concurrent
  func fetchProfile(of name: String) async throws -> Profile {
    let reply: GitHubUserReply = try await backend.request("GET", ["users", name])
    return Profile(
      login: reply.login, name: reply.name, bio: reply.bio, avatarURL: url(reply.avatarURL),
      followers: reply.followers, following: reply.following, publicRepos: reply.publicRepos)
  }

  @concurrent
  func fetchRepositories(of name: String) async throws -> [Repository] {
    var all: [Repository] = []
    var (count, textSize) = (0, 0)
    for page in 1... {
      let replies: [GitHubRepositoryReply] = try await backend.request(
        "GET", ["users", name, "repos"],
        query: [
          ("type", "owner"), ("page", String(page)), ("per_page", String(HTTPSearchRepository.repositoriesPerPage)),
        ], atMost: .repositoriesOnPage)
      count += replies.count
      textSize += replies.reduce(0) { $0 + $1.textSize }
      try AnswerLimit.check(count, atMost: AnswerLimit.maximumRepositories)
      try AnswerLimit.check(textSize, atMost: AnswerLimit.maximumTextSize)
      all += replies.filter { !$0.fork }.map {
        Repository(id: $0.id, name: $0.name, description: $0.description, language: $0.language, stars: $0.stars)
      }
      if replies.count < HTTPSearchRepository.repositoriesPerPage { break }
    }
    return all
  }

  /// The URL in a text, or nil if it is not an absolute URL.
  private func url(_ text: String?) -> URL? {
    text.flatMap(URL.init(string:)).flatMap { $0.scheme == nil ? nil : $0 }
  }

  @concurrent
  func fetchLanguages(of repository: String, owner: String) async throws -> [String: Int] {
    try await backend.request("GET", ["repos", owner, repository, "languages"], atMost: .languages)
  }
}

extension GitHubRepositoryReply {
  /// The approximate size of the repository's text, in bytes.
  fileprivate var textSize: Int {
    name.utf8.count + (description?.utf8.count ?? 0) + (language?.utf8.count ?? 0)
  }
}

/// GitHub's answer to a search for users.
@JSONCodable
struct GitHubSearchReply {
  @JSONName("total_count") let totalCount: Int
  let items: [GitHubSearchItem]
}

/// A user in GitHub's answer to a search.
@JSONCodable
struct GitHubSearchItem {
  let id: Int
  let login: String
  @JSONName("avatar_url") let avatarURL: String?
}

/// A user in GitHub's answer to a request for one user.
@JSONCodable
struct GitHubUserReply {
  let login: String
  let name: String?
  let bio: String?
  @JSONName("avatar_url") let avatarURL: String?
  let followers: Int
  let following: Int
  @JSONName("public_repos") let publicRepos: Int
}

/// A repository in GitHub's answers.
@JSONCodable
struct GitHubRepositoryReply {
  let id: Int
  let name: String
  let description: String?
  let fork: Bool
  let language: String?
  @JSONName("stargazers_count") let stars: Int
}
