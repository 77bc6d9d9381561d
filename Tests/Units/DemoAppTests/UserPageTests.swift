import DemoApp
import SVVSTesting
import Testing

/// The user page against a backend that holds its answers.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct UserPageTests {
  let app = GatedApp()
  var client: TestClient { app.client }
  var users: Gate<User.ID, User> { app.users.gate }

  static let disabled = #"u {"isReloadButtonDisabled":true}"#
  static let enabled = #"u {"isReloadButtonDisabled":false}"#
  static let shown =
    #"u {"user":{"id":"A","name":"User A","friendIDs":["B"],"isBookmarked":false},"#
    + #""displayName":"User A","isPlaceholder":false}"#
  static let loaded = String(shown.dropLast()) + #","isReloadButtonDisabled":false}"#

  func openUser(_ id: String = "A", as view: String = "u", session: String = "default") async throws {
    try await client.open("user", as: view, params: ["id": id], session: session)
  }

  /// Opens the page of user A and loads it.
  func openLoaded() async throws {
    try await openUser()
    let load = client.call("load", on: "u")
    await users.release("A", with: .userA)
    await load.settled
    _ = client.takeChanges()
  }

  @Test func aPageWithoutAUserIsAPlaceholder() async throws {
    let state = try await client.open("user", as: "u", params: ["id": "A"])
    #expect(state["displayName"]?.string == "User Name")
    #expect(state["isPlaceholder"]?.boolean == true)
    #expect(state["user"]?.isNull == true)
  }

  @Test(arguments: ["load", "reload"])
  func theButtonIsDisabledBeforeTheBackendAnswers(action: String) async throws {
    try await openUser()
    let call = client.call(action, on: "u")
    #expect(client.takeChanges() == [Self.disabled])
    #expect(users.arrived == ["A"])
    #expect(!call.isSettled)
    await users.release("A", with: .userA)
    await call.settled
    #expect(client.takeChanges() == [Self.loaded])
  }

  @Test func aFailingBackendGivesANormalReplyAndAMessage() async throws {
    try await openUser()
    let reload = client.call("reload", on: "u")
    await users.fail("A", with: RepositoryError.unreachable)
    #expect(await reload.failure == nil)
    #expect(
      client.takeChanges() == [
        Self.disabled, #"u {"isReloadButtonDisabled":false,"errorMessage":"The server cannot be reached"}"#,
      ])
  }

  @Test func theButtonIsEnabledBeforeACancelledCallIsAnswered() async throws {
    try await openUser()
    let reload = client.call("reload", on: "u")
    client.cancel(reload)
    #expect(await reload.failure?.kind == .requestCancelled(.requested))
    #expect(client.takeChanges() == [Self.disabled, Self.enabled])
  }

  @Test func aSecondReloadJoinsTheFirst() async throws {
    try await openUser()
    let first = client.call("reload", on: "u")
    let second = client.call("reload", on: "u")
    await users.release("A", with: .userA)
    await first.settled
    await second.settled
    #expect(users.arrived == ["A"])
    // The two go on one after the other, in one turn of the main queue or in two.
    let changes = client.takeChanges()
    #expect([[Self.disabled, Self.loaded], [Self.disabled, Self.shown, Self.enabled]].contains(changes))
  }

  @Test func cancellingOneCallLeavesItsSibling() async throws {
    try await openUser()
    let first = client.call("reload", on: "u")
    let second = client.call("load", on: "u")
    client.cancel(first)
    #expect(await first.failure?.kind.name == "RequestCancelled")
    #expect(!second.isSettled)
    #expect(client.takeChanges() == [Self.disabled], "the button stays disabled until the last call ends")
    await users.release("A", with: .userA)
    #expect(await second.failure == nil)
    #expect(client.takeChanges() == [Self.loaded])
  }

  @Test func cancellingTheOnlyCallCancelsTheRequestAndTheNextStartsAnew() async throws {
    try await openUser()
    let first = client.call("reload", on: "u")
    client.cancel(first)
    await first.settled
    let second = client.call("reload", on: "u")
    #expect(users.arrived == ["A", "A"])
    await users.release("A", with: .userA)
    #expect(await second.failure == nil)
  }

  @Test func aChangeOfAnotherUserSendsNothing() async throws {
    try await openLoaded()
    try await openUser("B", as: "other")
    let load = client.call("load", on: "other")
    await users.release("B", with: .userB)
    await load.settled
    #expect(client.takeChanges().allSatisfy { $0.hasPrefix("other ") && !$0.contains("; u ") })
  }

  @Test func aReloadWithEqualDataSendsTheTwoFlipsAndNoUser() async throws {
    try await openLoaded()
    let reload = client.call("reload", on: "u")
    await users.release("A", with: .userA)
    await reload.settled
    #expect(client.takeChanges() == [Self.disabled, Self.enabled])
  }

  @Test func twoSessionsThatShowAUserChangeInTheSameCommit() async throws {
    try await openLoaded()
    client.request("session/open", #"{"session":"second"}"#)
    try await openUser(as: "w", session: "second")
    let reload = client.call("reload", on: "u")
    await users.release("A", with: User(id: "A", name: "Renamed", friendIDs: []))
    await reload.settled
    let changes = client.takeChanges()
    #expect(changes.count == 2)
    #expect(changes.last?.contains("; w {\"user\":{\"id\":\"A\",\"name\":\"Renamed\"") == true)
  }

  @Test func aReopenedPageHasTheUserInItsSnapshotAndLoadStillFetches() async throws {
    try await openLoaded()
    await client.request("view/close", #"{"view":"u"}"#).settled
    let state = try await client.open("user", as: "u", params: ["id": "A"])
    #expect(state["displayName"]?.string == "User A")
    client.call("load", on: "u")
    #expect(users.arrived == ["A", "A"])
  }

  @Test func aUserThatIsGoneAtTheBackendIsRemoved() async throws {
    try await openLoaded()
    let reload = client.call("reload", on: "u")
    await users.fail("A", with: RepositoryError.notFound)
    await reload.settled
    #expect(
      client.takeChanges() == [
        Self.disabled,
        #"u {"user":null,"displayName":"User Name","isPlaceholder":true,"#
          + #""isReloadButtonDisabled":false,"errorMessage":"Not found"}"#,
      ])
  }

  @Test func whileABackendIsHeldEveryOtherCallIsAnswered() async throws {
    try await openUser()
    let held = client.call("reload", on: "u")
    try await client.open("counterA", as: "c")
    #expect(await client.call("increment", on: "c").failure == nil)
    #expect(!held.isSettled)
  }

  @Test func foldedChangesEqualTheSnapshot() async throws {
    try await openUser()
    var folded: [String: String] = [:]
    for name in ["One", "Two", "Two", "Three"] {
      let reload = client.call("reload", on: "u")
      await users.release("A", with: User(id: "A", name: name, friendIDs: []))
      await reload.settled
    }
    for change in client.takeChanges() {
      for (name, value) in try JSONValue(parsing: String(change.dropFirst(2))).members {
        folded[name] = value.description
      }
    }
    let snapshot = try await client.state(of: "u")
    #expect(folded.count == 4)
    for (name, value) in folded { #expect(snapshot[name]?.description == value) }
  }
}
