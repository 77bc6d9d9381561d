import DemoApp
import SVVSTesting

/// Users whose answers the test releases or fails.
struct GatedUsers: UserRepository {
  let gate = Gate<User.ID, User>()

  let batches = Gate<[User.ID], [User]>()
  let patches = Gate<Patch, User>()

  /// What a patch sends.
  struct Patch: Hashable {
    let id: User.ID
    let isBookmarked: Bool
  }

  func fetchValue(for id: User.ID) async throws -> User { try await gate.answer(to: id) }

  func fetchValues(for ids: [User.ID]) async throws -> [User] { try await batches.answer(to: ids) }

  func updateIsBookmarked(_ isBookmarked: Bool, for id: User.ID) async throws -> User {
    try await patches.answer(to: Patch(id: id, isBookmarked: isBookmarked))
  }
}

/// Logins whose answers the test releases or fails.
struct GatedAuthentication: AuthenticationRepository {
  let gate = Gate<User.ID, User>()
  let logOuts = Gate<String, Void>()

  func logIn(id: User.ID, password: String) async throws -> User { try await gate.answer(to: id) }

  func logOut() async throws { try await logOuts.answer(to: "logout") }
}

/// An app on gated repositories, and a client of it.
@MainActor
struct GatedApp {
  let users = GatedUsers()
  let authentication = GatedAuthentication()
  let client: TestClient

  init(language: Language = .english) {
    client = TestClient(
      DemoApp(backend: Backend(users: users, authentication: authentication), language: language))
  }
}

extension User {
  static let userA = User(id: "A", name: "User A", friendIDs: ["B"])
  static let friendly = User(id: "A", name: "User A", friendIDs: ["B", "C", "B", "Z"])
  static let userC = User(id: "C", name: "User C", friendIDs: ["A"])
  static let userB = User(id: "B", name: "User B", friendIDs: [])
}
