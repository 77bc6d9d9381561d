import DemoApp
import DemoFixtures
import SVVSPersistence
import SVVSTesting

/// An app on gated repositories, on a clock that the test turns, and a client of it.
@MainActor
struct GatedApp {
  let users = GatedUsers()
  let authentication = GatedAuthentication()
  let notes = GatedNotes()
  let smoothies = GatedSmoothies()
  let chat = GatedChat()
  let search = GatedSearch()
  let database = AppDatabase.demoInMemory()
  let clock = ManualClock()
  let client: TestClient

  init(language: Language = .english) {
    let backend = Backend(
      users: users, authentication: authentication, notes: notes, smoothies: smoothies, chat: chat,
      search: search, database: database)
    client = TestClient(FixtureApp(backend: backend, language: language, clock: clock))
  }

  /// Logs a user in from a login page that is opened for it.
  func logIn(_ user: User, on view: String = "l") async throws {
    try await client.open("login", as: view)
    let login = client.call("login", on: view, ["userId": user.id, "password": "x"])
    await authentication.gate.release(user.id, with: user)
    await login.settled
    _ = client.takeChanges()
  }

  /// Logs out from a home page that is opened for it.
  func logOut(on view: String = "h") async throws {
    try await client.open("home", as: view)
    let logout = client.call("logout", on: view)
    await authentication.logOuts.release("logout", with: ())
    await logout.settled
    _ = client.takeChanges()
  }
}

extension User {
  static let userA = User(id: "A", name: "User A", friendIDs: ["B"])
  static let friendly = User(id: "A", name: "User A", friendIDs: ["B", "C", "B", "Z"])
  static let userC = User(id: "C", name: "User C", friendIDs: ["A"])
  static let userB = User(id: "B", name: "User B", friendIDs: [])
}
