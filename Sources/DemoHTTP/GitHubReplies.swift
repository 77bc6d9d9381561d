#if HTTP
  import DemoApp
  import SVVS

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
#endif
