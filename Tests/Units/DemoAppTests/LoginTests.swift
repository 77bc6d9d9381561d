import DemoApp
import SVVSTesting
import Testing

/// Login and home against a backend that holds its answers.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct LoginTests {
  let app = GatedApp()
  var client: TestClient { app.client }
  var logIns: Gate<User.ID, User> { app.authentication.gate }

  static let arguments: KeyValuePairs<String, any JSONEncodable> = ["userId": "A", "password": "secret"]
  static let loggingIn = #"l {"loginState":"loggingIn","userId":"A"}"#
  static let loggedIn = #"l {"loginState":"loggedIn","shouldNavigateHome":true,"canLogin":true}"#

  /// Opens the login page and logs in as user A.
  func logIn() async throws {
    try await client.open("login", as: "l")
    let login = client.call("login", on: "l", Self.arguments)
    await logIns.release("A", with: .userA)
    await login.settled
    _ = client.takeChanges()
  }

  @Test func aLoginIsUnderWayBeforeTheBackendAnswers() async throws {
    try await client.open("login", as: "l")
    let login = client.call("login", on: "l", Self.arguments)
    #expect(client.takeChanges() == [Self.loggingIn])
    await logIns.release("A", with: .userA)
    #expect(await login.failure == nil)
    #expect(client.takeChanges() == [Self.loggedIn], "state and navigation change together")
  }

  @Test func aLoginWhileLoggingInIsIgnored() async throws {
    try await client.open("login", as: "l")
    let first = client.call("login", on: "l", Self.arguments)
    let second = client.call("login", on: "l", ["userId": "B"])
    #expect(await second.failure == nil)
    #expect(!first.isSettled)
    #expect(logIns.arrived == ["A"])
    await logIns.release("A", with: .userA)
    await first.settled
    #expect(client.takeChanges() == [Self.loggingIn, Self.loggedIn])
  }

  @Test func aFailedLoginLeavesNoUserAMessageAndNoNavigation() async throws {
    try await client.open("login", as: "l")
    let login = client.call("login", on: "l", Self.arguments)
    await logIns.fail("A", with: RepositoryError.unauthorized)
    #expect(await login.failure == nil)
    #expect(
      client.takeChanges() == [
        Self.loggingIn,
        #"l {"loginState":"notLoggedIn","errorMessage":"The user ID or the password is wrong","canLogin":true}"#,
      ])
    #expect(try await client.open("home", as: "h")["user"]?.isNull == true)
  }

  @Test func aFailedSecondLoginLeavesNoUser() async throws {
    try await logIn()
    try await client.open("home", as: "h")
    let login = client.call("login", on: "l")
    await logIns.fail("A", with: RepositoryError.timedOut)
    await login.settled
    #expect(try await client.state(of: "h")["user"]?.isNull == true)
    #expect(try await client.state(of: "l")["shouldNavigateHome"]?.boolean == false)
  }

  @Test func loggingInTwiceNavigatesTwice() async throws {
    try await logIn()
    let login = client.call("login", on: "l")
    await logIns.release("A", with: .userA)
    await login.settled
    let changes = client.takeChanges()
    #expect(changes.first?.contains(#""shouldNavigateHome":false"#) == true)
    #expect(changes.last?.contains(#""shouldNavigateHome":true"#) == true)
  }

  @Test func aHomePageOpenedAfterTheLoginHasTheGreetingInItsSnapshot() async throws {
    try await logIn()
    #expect(try await client.open("home", as: "h")["userGreeting"]?.string == "Hello, User A")
  }

  @Test func aCancelledLoginShowsNoError() async throws {
    try await client.open("login", as: "l")
    let login = client.call("login", on: "l", Self.arguments)
    client.cancel(login)
    #expect(await login.failure?.kind.name == "RequestCancelled")
    #expect(client.takeChanges() == [Self.loggingIn, #"l {"loginState":"notLoggedIn","canLogin":true}"#])
  }

  @Test func aPageThatAppearsAgainBeginsAfresh() async throws {
    try await logIn()
    await client.call("didAppear", on: "l").settled
    #expect(client.takeChanges() == [#"l {"loginState":"notLoggedIn","shouldNavigateHome":false}"#])
  }

  @Test func aLogoutEndsTheStoresOfTheLogin() async throws {
    try await logIn()
    try await client.open("home", as: "h")
    let logout = client.call("logout", on: "h")
    #expect(client.takeChanges() == [], "the store changes only after the backend agreed")
    await app.authentication.logOuts.release("logout", with: ())
    await logout.settled
    #expect(client.takeChanges() == [#"h {"user":null,"userGreeting":"Your name could not be found"}"#])
  }

  @Test func aRefusedLogoutIsAMessageAndTheUserStays() async throws {
    try await logIn()
    try await client.open("home", as: "h")
    let logout = client.call("logout", on: "h")
    await app.authentication.logOuts.fail("logout", with: RepositoryError.unexpectedReply)
    await logout.settled
    #expect(client.takeChanges() == [#"h {"errorMessage":"The server's answer could not be understood"}"#])
  }

  @Test func theAnswerToAnOlderLoginChangesNothing() async throws {
    try await client.open("login", as: "l")
    try await client.open("login", as: "m")
    let older = client.call("login", on: "m", ["userId": "B", "password": "x"])
    let newer = client.call("login", on: "l", Self.arguments)
    await logIns.release("A", with: .userA)
    await newer.settled
    await logIns.fail("B", with: RepositoryError.unauthorized)
    await older.settled
    #expect(try await client.open("home", as: "h")["user"]?["id"]?.string == "A")
  }

  @Test func theAnswerToAnOlderLogoutChangesNothing() async throws {
    try await logIn()
    try await client.open("home", as: "h")
    let logout = client.call("logout", on: "h")
    let login = client.call("login", on: "l", ["userId": "B"])
    await logIns.release("B", with: .userB)
    await login.settled
    await app.authentication.logOuts.release("logout", with: ())
    await logout.settled
    #expect(try await client.state(of: "h")["user"]?["id"]?.string == "B")
  }

  @Test func aLogoutOverrulesALoginUnderWay() async throws {
    try await client.open("login", as: "l")
    try await client.open("home", as: "h")
    let login = client.call("login", on: "l", Self.arguments)
    let logout = client.call("logout", on: "h")
    await app.authentication.logOuts.release("logout", with: ())
    await logout.settled
    await logIns.release("A", with: .userA)
    await login.settled
    #expect(try await client.state(of: "h")["user"]?.isNull == true)
    #expect(try await client.state(of: "l")["loginState"]?.string == "notLoggedIn")
  }

  @Test func thePasswordIsInNoMessage() async throws {
    try await client.open("login", as: "l")
    let login = client.call("login", on: "l", Self.arguments)
    await logIns.fail("A", with: RepositoryError.unauthorized)
    await login.settled
    await client.set(["password": ["secret"]], on: "l").settled
    await client.request("shutdown").settled
    var lines: [String] = []
    repeat { lines.append(try await client.nextLine()) } while lines.last?.contains(#""result":null"#) == false
    #expect(lines.count > 4)
    #expect(lines.allSatisfy { !$0.contains("secret") })
  }
}
