public import DemoApp
import JSON
public import SVVSPersistence

/// The users of a backend over HTTP.
struct HTTPUserRepository: UserRepository {
  /// The maximum number of users in one request. If the ids have a usual length, the URL has a usual length as well.
  private static let usersPerRequest = 100

  let backend: HTTPBackend

  @concurrent
  func fetchValue(for id: User.ID) async throws -> User {
    try await checked(backend.request("GET", ["users", id], atMost: .friends), is: id)
  }

  @concurrent
  func fetchValues(for ids: [User.ID]) async throws -> [User] {
    var users: [User] = []
    var textSize = 0
    for first in stride(from: 0, to: ids.count, by: HTTPUserRepository.usersPerRequest) {
      let asked = ids[first...].prefix(HTTPUserRepository.usersPerRequest)
      let found: [User] = try await backend.request(
        "GET", ["users"], query: asked.map { ("id", $0) }, atMost: AnswerLimit(asked.count))
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
    let body = ["isBookmarked": isBookmarked]
    return try await checked(backend.request("PATCH", ["users", id], body: body, atMost: .friends), is: id)
  }
}

/// The accounts of a backend over HTTP.
struct HTTPAuthenticationRepository: AuthenticationRepository {
  let backend: HTTPBackend

  @concurrent
  func logIn(id: User.ID, password: String) async throws -> User {
    let body = ["id": id, "password": password]
    return try await checked(backend.request("POST", ["login"], body: body, atMost: .friends), is: id)
  }

  @concurrent
  func logOut() async throws {
    _ = try await backend.send("POST", ["logout"])
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

/// Logs in to the chat over HTTP. These logins cannot be resumed.
struct HTTPChatAuthentication: ChatAuthentication {
  let backend: HTTPBackend

  func logIn(id: ChatAccount.ID, password: String) async throws -> AuthenticatedAccount {
    let user = try await HTTPAuthenticationRepository(backend: backend).logIn(id: id, password: password)
    return AuthenticatedAccount(account: ChatAccount(id: user.id, name: user.name), token: nil)
  }

  func resume(_ token: String) async throws -> ChatAccount { throw RepositoryError.unauthorized }

  /// Does nothing, because logins have no tokens. `POST /logout` would end the login of the home page.
  func logOut(_ token: String) async throws {}
}

/// The notes of a backend over HTTP.
struct HTTPNoteRepository: NoteRepository {
  let backend: HTTPBackend

  @concurrent
  func fetchNotes(of userID: User.ID) async throws -> [RemoteNote] {
    try await backend.request("GET", ["users", userID, "notes"], atMost: .notes)
  }

  @concurrent
  func addNote(_ content: String, for userID: User.ID, key: RetryKey) async throws -> RemoteNote? {
    try await backend.request(
      "POST", ["users", userID, "notes"], body: ["content": content], key: key, as: RemoteNote.self)
  }
}

/// The menu of a backend over HTTP.
struct HTTPSmoothieRepository: SmoothieRepository {
  let backend: HTTPBackend

  @concurrent
  func fetchAll() async throws -> [Smoothie] {
    try await backend.request("GET", ["smoothies"], atMost: .smoothies)
  }
}

extension Backend {
  /// Checks that a text is the URL of an HTTP service.
  ///
  /// - Throws: The reason why the text is not such a URL.
  public static func check(baseURL: String) throws(BaseURLError) {
    _ = try HTTPEndpoint(base: baseURL)
  }

  /// Loads libcurl, so that a missing library is reported at the start and not by the first request.
  ///
  /// - Throws: An error that names the package to install.
  package static func loadHTTP() throws {
    _ = try HTTPClient.shared()
  }

  /// Creates a backend at a URL (for example, `http://127.0.0.1:8080`), with a database for the data that the app
  /// itself keeps. The backend sends no request before data is needed. Logins to the chat end with the process.
  public static func http(baseURL: String, database: AppDatabase = .demoInMemory()) -> Backend {
    let backend = HTTPBackend(baseURL: baseURL)
    return Backend(
      users: HTTPUserRepository(backend: backend),
      authentication: HTTPAuthenticationRepository(backend: backend),
      notes: HTTPNoteRepository(backend: backend),
      smoothies: HTTPSmoothieRepository(backend: backend),
      chat: HTTPChatAuthentication(backend: backend),
      search: UnavailableSearchRepository(),
      database: database, loginDatabase: AppDatabase(migrations: [Schema.logins]))
  }

  /// Returns the same backend with a search service at a URL (for example, `https://api.github.com`). With a token,
  /// the service allows more requests.
  public func searchingGitHub(baseURL: String, token: String?) -> Backend {
    Backend(
      users: users, authentication: authentication, notes: notes, smoothies: smoothies, chat: chat,
      search: HTTPSearchRepository(baseURL: baseURL, token: token), database: database, loginDatabase: loginDatabase)
  }
}
