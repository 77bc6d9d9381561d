#if HTTP
  public import DemoApp
  import Foundation
  import JSON
  import SVVS
  public import SVVSPersistence

  /// The notes of a backend over HTTP.
  struct HTTPNoteRepository: NoteRepository {
    @JSONCodable
    struct Draft {
      let content: String
    }

    let backend: HTTPBackend

    @concurrent
    func fetchNotes(of userID: User.ID) async throws -> [RemoteNote] {
      try await backend.get(["users", userID, "notes"], atMost: .notes)
    }

    @concurrent
    func addNote(_ content: String, for userID: User.ID, key: RetryKey) async throws -> RemoteNote? {
      try await backend.post(["users", userID, "notes"], Draft(content: content), key: key, as: RemoteNote.self)
    }
  }

  /// The menu of a backend over HTTP.
  struct HTTPSmoothieRepository: SmoothieRepository {
    @JSONCodable
    struct Reply {
      let id: String
      let title: String
      let price: Int
      let endDate: Date
    }

    let backend: HTTPBackend

    @concurrent
    func fetchAll() async throws -> [Smoothie] {
      let replies: [Reply] = try await backend.get(["smoothies"], atMost: .smoothies)
      return replies.map { Smoothie(id: $0.id, title: $0.title, price: $0.price, endDate: $0.endDate) }
    }
  }

  extension Backend {
    /// Checks that a text is the URL of an HTTP service.
    ///
    /// - Throws: The reason why the text is not such a URL.
    public static func check(baseURL: String) throws(BaseURLError) {
      _ = try HTTPEndpoint(base: baseURL)
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
#endif
