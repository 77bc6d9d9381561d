#if HTTP
  import DemoApp
  import SVVS

  /// The users of a backend over HTTP.
  struct HTTPUserRepository: UserRepository {
    /// The maximum number of users in one request. If the ids have a usual length, the URL has a usual length as well.
    private static let usersPerRequest = 100

    let backend: HTTPBackend

    @concurrent
    func fetchValue(for id: User.ID) async throws -> User {
      try await checked(backend.get(["users", id], atMost: .friends), is: id)
    }

    @concurrent
    func fetchValues(for ids: [User.ID]) async throws -> [User] {
      var users: [User] = []
      var textSize = 0
      for first in stride(from: 0, to: ids.count, by: HTTPUserRepository.usersPerRequest) {
        let asked = ids[first...].prefix(HTTPUserRepository.usersPerRequest)
        let found: [User] = try await backend.get(
          ["users"], query: asked.map { ("id", $0) }, atMost: AnswerLimit(asked.count))
        for user in found {
          try AnswerLimit.check(user.friendIDs.count, atMost: AnswerLimit.maximumFriends)
          textSize += user.textSize
        }
        try AnswerLimit.check(textSize, atMost: AnswerLimit.maximumTextSize)
        users += found
      }
      return users
    }

    @concurrent
    func updateIsBookmarked(_ isBookmarked: Bool, for id: User.ID) async throws -> User {
      try await checked(backend.patch(["users", id], ["isBookmarked": isBookmarked], atMost: .friends), is: id)
    }
  }

  /// The accounts of a backend over HTTP.
  struct HTTPAuthenticationRepository: AuthenticationRepository {
    @JSONCodable
    struct Credentials {
      let id: User.ID
      let password: String
    }

    let backend: HTTPBackend

    @concurrent
    func logIn(id: User.ID, password: String) async throws -> User {
      try await checked(
        backend.post(["login"], Credentials(id: id, password: password), atMost: .friends), is: id)
    }

    @concurrent
    func logOut() async throws {
      try await backend.post(["logout"])
    }
  }

  /// Returns the user of an answer, after checking that it is the requested user.
  private func checked(_ user: User, is id: User.ID) throws(RepositoryError) -> User {
    guard user.id.utf8.elementsEqual(id.utf8) else { throw .unexpectedReply }
    return user
  }

  extension User {
    /// The approximate size of the user's text, in bytes.
    fileprivate var textSize: Int { friendIDs.reduce(id.utf8.count + name.utf8.count) { $0 + $1.utf8.count } }
  }
#endif
