#if HTTP
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  import JSON
  import SVVS

  /// Users behind HTTP.
  struct HTTPUserRepository: UserRepository {
    let backend: HTTPBackend

    func fetchValue(for id: User.ID) async throws -> User {
      let user: User = try await backend.get(["users", id])
      guard user.id == id else { throw RepositoryError.unexpectedReply }
      return user
    }

    func fetchValues(for ids: [User.ID]) async throws -> [User] {
      try await backend.get(["users"], query: ids.map { ("id", $0) })
    }

    func updateIsBookmarked(_ isBookmarked: Bool, for id: User.ID) async throws -> User {
      try await backend.patch(["users", id], ["isBookmarked": isBookmarked])
    }
  }

  /// Accounts behind HTTP.
  struct HTTPAuthenticationRepository: AuthenticationRepository {
    @JSONCodable
    struct Credentials {
      let id: User.ID
      let password: String
    }

    let backend: HTTPBackend

    func logIn(id: User.ID, password: String) async throws -> User {
      try await backend.post(["login"], Credentials(id: id, password: password))
    }

    func logOut() async throws {
      try await backend.post(["logout"])
    }
  }

  /// Notes behind HTTP.
  struct HTTPNoteRepository: NoteRepository {
    @JSONCodable
    struct Draft {
      let content: String
    }

    let backend: HTTPBackend

    func fetchNotes(of userID: User.ID) async throws -> [RemoteNote] {
      try await backend.get(["users", userID, "notes"])
    }

    func addNote(_ content: String, for userID: User.ID) async throws -> RemoteNote {
      try await backend.post(["users", userID, "notes"], Draft(content: content))
    }
  }

  /// The menu behind HTTP.
  struct HTTPSmoothieRepository: SmoothieRepository {
    @JSONCodable
    struct Reply {
      let id: String
      let title: String
      let price: Int
      let endDate: String
    }

    let backend: HTTPBackend

    func fetchAll() async throws -> [Smoothie] {
      let replies: [Reply] = try await backend.get(["smoothies"])
      return try replies.map { reply in
        guard let endDate = try? Date(reply.endDate, strategy: .iso8601) else { throw RepositoryError.unexpectedReply }
        return Smoothie(id: reply.id, title: reply.title, price: reply.price, endDate: endDate)
      }
    }
  }

  extension Backend {
    /// Whether a text is the URL of an HTTP server.
    public static func isUsable(baseURL: String) -> Bool {
      let url = URL(string: baseURL)
      return ["http", "https"].contains(url?.scheme?.lowercased()) && url?.host()?.isEmpty == false
    }

    /// The backend at a URL such as `http://127.0.0.1:8080`, which is not asked before it is needed.
    public static func http(baseURL: String) -> Backend {
      let backend = HTTPBackend(baseURL: baseURL)
      return Backend(
        users: HTTPUserRepository(backend: backend),
        authentication: HTTPAuthenticationRepository(backend: backend),
        notes: HTTPNoteRepository(backend: backend),
        smoothies: HTTPSmoothieRepository(backend: backend),
        search: UnavailableSearchRepository())
    }

    /// The same backend, which searches the service at a URL such as `https://api.github.com`; a token
    /// lets it serve more.
    public func searchingGitHub(baseURL: String, token: String?) -> Backend {
      Backend(
        users: users, authentication: authentication, notes: notes, smoothies: smoothies,
        search: HTTPSearchRepository(baseURL: baseURL, token: token), database: database)
    }
  }
#endif
