import DemoApp
import SVVSTesting
import Testing

/// The login against a backend that has its answer ready: nothing ever waits.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct InstantLoginTests {
  /// Logins that succeed or fail without suspending.
  struct InstantAuthentication: AuthenticationRepository {
    let answer: Result<User, RepositoryError>

    func logIn(id: User.ID, password: String) async throws -> User { try answer.get() }

    func logOut() async throws {}
  }

  /// Logs in at such a backend, and returns the state of the login page.
  func logIn(answer: Result<User, RepositoryError>) async throws -> JSONValue {
    let app = GatedApp()
    let backend = Backend(
      users: app.users, authentication: InstantAuthentication(answer: answer), notes: app.notes,
      smoothies: app.smoothies, chat: app.chat, search: app.search, database: app.database)
    let client = TestClient(ShippedApp(backend: backend))
    try await client.open("login", as: "l")
    #expect(await client.call("login", on: "l", LoginTests.arguments).failure == nil)
    return try await client.state(of: "l")
  }

  @Test func aLoginThatNeverSuspendsEndsInLoggedIn() async throws {
    let state = try await logIn(answer: .success(.userA))
    #expect(state["loginState"]?.string == "loggedIn" && state["shouldNavigateHome"]?.boolean == true)
  }

  @Test func aFailureThatNeverSuspendsEndsInNotLoggedIn() async throws {
    let state = try await logIn(answer: .failure(.unauthorized))
    #expect(state["loginState"]?.string == "notLoggedIn" && state["shouldNavigateHome"]?.boolean == false)
    #expect(state["errorMessage"]?.string != nil)
  }
}
