import DemoApp
import SVVSPersistence
import SVVSTesting
import Testing

/// Logins to the chat, and their ends.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ChatLoginTests {
  let chat = GatedChat()
  let app: ChatApp
  var client: TestClient { app.client }

  init() { app = ChatApp(chat: chat) }

  static let taro = ChatAccount(id: "12345", name: "Taro")
  static let hanako = ChatAccount(id: "hanako", name: "Hanako")

  /// The accounts that a view of the chat shows, and in brackets the one that is current.
  func accounts(in view: String, of client: TestClient? = nil) async throws -> String {
    let state = try await (client ?? self.client).state(of: view)
    let current = state["current"]?["id"]?.string
    let ids = (state["accounts"]?.elements ?? []).compactMap { $0["id"]?.string }
    return ids.map { $0 == current ? "[\($0)]" : $0 }.joined(separator: " ")
  }

  func logIn(_ account: ChatAccount, on view: String) async {
    let call = client.call("logIn", on: view, ["id": account.id, "password": "x"])
    await chat.logIns.release(account.id, with: AuthenticatedAccount(account: account, token: "of \(account.id)"))
    await call.settled
    _ = client.takeChanges()
  }

  /// A process that comes after, on the same database.
  func restarted() async throws -> TestClient {
    let next = ChatApp(chat: chat, database: app.database).client
    try await next.open("chat", as: "c")
    return next
  }

  /// A process that is about to resume the login of an account, and the call that does.
  func resumingTaro() async throws -> (TestClient, TestCall) {
    try await client.open("chat", as: "c")
    await logIn(Self.taro, on: "c")
    let next = try await restarted()
    let start = next.call("start", on: "c")
    await chat.resumptions.arrival(of: 1)
    return (next, start)
  }

  @Test func aLoginIsUnderWayBeforeTheBackendAnswers() async throws {
    try await client.open("chat", as: "c")
    let call = client.call("logIn", on: "c", ["id": "hanako", "password": "x"])
    #expect(client.takeChanges() == [#"c {"isLoggingIn":true}"#])
    await chat.logIns.release("hanako", with: AuthenticatedAccount(account: Self.hanako, token: "t"))
    #expect(await call.failure == nil)
    let hanako = #"{"id":"hanako","name":"Hanako"}"#
    #expect(
      client.takeChanges() == [
        #"c {"accounts":[\#(hanako)]}"#, #"c {"current":\#(hanako),"isLoggingIn":false}"#,
      ])
  }

  @Test func aRefusedLoginIsAMessageAndLeavesTheAccountThatIsShown() async throws {
    try await client.open("chat", as: "c")
    await logIn(Self.taro, on: "c")
    let call = client.call("logIn", on: "c", ["id": "hanako", "password": "x"])
    await chat.logIns.fail("hanako", with: RepositoryError.unauthorized)
    #expect(await call.failure == nil)
    #expect(try await client.state(of: "c")["errorMessage"]?.string == "The user ID or the password is wrong")
    #expect(try await accounts(in: "c") == "[12345]")
  }

  @Test func aLoginWhoseRoomsCannotBeReadIsNotStored() async throws {
    try await client.open("chat", as: "c")
    try await app.database.write { try $0.execute("UPDATE room SET name = x'FF'") }
    let call = client.call("logIn", on: "c", ["id": "12345", "password": "x"])
    await chat.logIns.release("12345", with: AuthenticatedAccount(account: Self.taro, token: "t"))
    await chat.logOuts.release("t", with: ())
    await call.settled
    #expect(try await client.state(of: "c")["errorMessage"]?.string == "The data could not be accessed")
    #expect(try await accounts(in: "c") == "")
  }

  @Test func startTriesTheAccountsInOrderAndRemovesThoseThatCannotLogIn() async throws {
    try await client.open("chat", as: "c")
    for account in [Self.taro, Self.hanako, ChatAccount(id: "test", name: "Test")] { await logIn(account, on: "c") }
    let next = try await restarted()
    let start = next.call("start", on: "c")
    await chat.resumptions.fail("of test", with: RepositoryError.unauthorized)
    await chat.resumptions.release("of hanako", with: Self.hanako)
    await start.settled
    #expect(try await accounts(in: "c", of: next) == "[hanako] 12345")
    #expect(chat.resumptions.arrived == ["of test", "of hanako"])
  }

  @Test func startEndsWithNoneIfNoneCanLogIn() async throws {
    let (next, start) = try await resumingTaro()
    await chat.resumptions.fail("of 12345", with: RepositoryError.unauthorized)
    await start.settled
    #expect(
      try await next.state(of: "c").description
        == #"{"accounts":[],"current":null,"isLoggingIn":false,"errorMessage":null}"#)
  }

  @Test func anAccountIsKeptWhileTheBackendCannotBeReached() async throws {
    let (next, start) = try await resumingTaro()
    await chat.resumptions.fail("of 12345", with: RepositoryError.unreachable)
    await start.settled
    #expect(try await next.state(of: "c")["errorMessage"]?.string == "The server cannot be reached")
    #expect(try await accounts(in: "c", of: next) == "12345")
  }

  @Test func loggingOutGoesToTheNextAccountAndTheLastOneLeavesNone() async throws {
    try await client.open("chat", as: "c")
    for account in [Self.taro, Self.hanako] { await logIn(account, on: "c") }
    for (token, rest) in [("of hanako", "[12345]"), ("of 12345", "")] {
      let logOut = client.call("logOut", on: "c")
      await chat.logOuts.release(token, with: ())
      await logOut.settled
      #expect(try await accounts(in: "c") == rest)
    }
    #expect(try await client.state(of: "c")["current"]?.isNull == true)
  }

  @Test func twoSessionsShowTwoAccountsAndSwitchingInOneLeavesTheOther() async throws {
    for session in ["s", "t"] { try await app.openSession(session) }
    await logIn(Self.taro, on: "s")
    await logIn(Self.hanako, on: "t")
    #expect(try await accounts(in: "s") == "hanako [12345]")
    await client.call("switchTo", on: "s", ["id": "hanako"]).settled
    await client.call("switchTo", on: "s", ["id": "12345"]).settled
    #expect(
      client.takeChanges() == [
        #"s {"current":{"id":"hanako","name":"Hanako"}}"#, #"s {"current":{"id":"12345","name":"Taro"}}"#,
      ])
    #expect(try await accounts(in: "t") == "[hanako] 12345")
  }

  @Test func theResultOfAnOlderLoginDoesNotSwitch() async throws {
    try await client.open("chat", as: "c")
    let older = client.call("logIn", on: "c", ["id": "hanako", "password": "x"])
    await logIn(Self.taro, on: "c")
    await chat.logIns.release("hanako", with: AuthenticatedAccount(account: Self.hanako, token: "t"))
    await older.settled
    #expect(try await accounts(in: "c") == "hanako [12345]")
  }

  @Test func theResultOfALoginIsShownAlthoughALaterOneFails() async throws {
    let (next, start) = try await resumingTaro()
    let refused = next.call("logIn", on: "c", ["id": "hanako", "password": "x"])
    await chat.logIns.fail("hanako", with: RepositoryError.unauthorized)
    await refused.settled
    await chat.resumptions.release("of 12345", with: Self.taro)
    await start.settled
    #expect(try await accounts(in: "c", of: next) == "[12345]")
  }

  @Test func aPageThatAppearsDoesNotUndoTheUsersChoice() async throws {
    try await client.open("chat", as: "c")
    await logIn(Self.taro, on: "c")
    let logIn = client.call("logIn", on: "c", ["id": "hanako", "password": "x"])
    await client.call("start", on: "c").settled
    await chat.logIns.release("hanako", with: AuthenticatedAccount(account: Self.hanako, token: "t"))
    await logIn.settled
    #expect(try await accounts(in: "c") == "[hanako] 12345")
  }

  @Test func anAccountIsSwitchedToBeforeTheAccountsHaveBeenRead() async throws {
    try await client.open("chat", as: "c")
    await logIn(Self.taro, on: "c")
    let next = ChatApp(chat: chat, database: app.database).client
    next.send(#"{"jsonrpc":"2.0","id":"o","method":"view/open","params":{"type":"chat","view":"c"}}"#)
    let switchTo = next.call("switchTo", on: "c", ["id": "12345"])
    await chat.resumptions.release("of 12345", with: Self.taro)
    await switchTo.settled
    #expect(try await accounts(in: "c", of: next) == "[12345]")
  }

  @Test func aTokenThatIsRefusedTakesNoLaterLoginWithIt() async throws {
    let (_, start) = try await resumingTaro()
    let logIn = client.call("logIn", on: "c", ["id": "12345", "password": "x"])
    await chat.logIns.release("12345", with: AuthenticatedAccount(account: Self.taro, token: "later"))
    await chat.logOuts.release("of 12345", with: ())
    await logIn.settled
    await chat.resumptions.fail("of 12345", with: RepositoryError.unauthorized)
    await start.settled
    #expect(try await accounts(in: "c") == "[12345]")
  }

  @Test func aLoginThatIsResumedWhileItsAccountLogsOutDoesNotCount() async throws {
    let (next, start) = try await resumingTaro()
    let logOut = client.call("logOut", on: "c")
    await chat.logOuts.release("of 12345", with: ())
    await logOut.settled
    await chat.resumptions.release("of 12345", with: Self.taro)
    await start.settled
    #expect(try await next.state(of: "c")["current"]?.isNull == true)
    #expect(try await accounts(in: "c", of: next) == "")
  }

  @Test func twoLoginsOfAnAccountAtATimeLeaveOneToken() async throws {
    for session in ["s", "t"] { try await app.openSession(session) }
    var calls: [TestCall] = []
    for session in ["s", "t"] {
      calls.append(client.call("logIn", on: session, ["id": "12345", "password": "x"]))
      await chat.logIns.arrival(of: calls.count)
    }
    await chat.logIns.release("12345", with: AuthenticatedAccount(account: Self.taro, token: "first"))
    await calls[0].settled
    await chat.logIns.release("12345", with: AuthenticatedAccount(account: Self.taro, token: "second"))
    await chat.logOuts.release("first", with: ())
    await calls[1].settled
    #expect(chat.logOuts.arrived == ["first"])
  }

  @Test func aLogoutByAnotherProcessEndsTheLoginHere() async throws {
    try await app.openSession("s")
    await logIn(Self.taro, on: "s")
    try await client.open("rooms", as: "r", session: "s")
    try await app.database.write { try $0.execute("DELETE FROM login") }
    #expect(try await client.nextSessionChange().closed == ["r"])
    await #expect(throws: Failure.self) { try await client.state(of: "r") }
    #expect(try await accounts(in: "s") == "")
  }
}
