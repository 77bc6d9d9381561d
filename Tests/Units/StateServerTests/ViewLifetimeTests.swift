import SVVS
import SVVSTesting
import StateProtocol
import StateServer
import TestSupport
import Testing

/// Views that last as long as a login.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ViewLifetimeTests {
  let app = LoginApp()
  let client: TestClient

  init() {
    client = TestClient(app)
    app.logIn()
  }

  /// Opens a view of the login and one that outlives it.
  private func open() async throws {
    try await client.open("account", as: "a")
    try await client.open("login", as: "l")
  }

  @Test func theEndOfItsLifetimeClosesAViewInTheSameStep() async throws {
    try await open()
    let logOut = client.call("logOut", on: "l")
    await logOut.settled
    let lines = client.unreadLines.suffix(3)
    #expect(lines.map { $0.contains("state/changed") } == [true, false, false])
    #expect(lines.map { $0.contains("session/changed") } == [false, true, false])
    #expect(client.takeChanges() == [#"l {"name":null}"#])
    let change = try #require(client.takeSessionChanges().last)
    #expect((change.session, change.closed, change.connections) == ("default", ["a"], 1))
    #expect(change.opened.isEmpty)
    #expect(app.made.state == nil, "the state is released")
    #expect(await client.call("logOut", on: "a").failure?.kind == .invalidParams(path: JSONPointer("view")))
  }

  @Test func nothingOfTheViewIsSentNotEvenTheChangesOfThatStep() async throws {
    try await open()
    app.login.current?.entries.append("late")
    app.login.end()
    await client.call("logOut", on: "l").settled
    #expect(client.takeChanges() == [#"l {"name":null}"#])
    #expect(!client.unreadLines.contains { $0.contains("late") })
  }

  @Test func changesReadForTheirCausesAreNotSentEither() async throws {
    client.send(#"{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"capabilities":{"cause":true}}}"#)
    try await open()
    client.send(
      #"[{"jsonrpc":"2.0","id":"a","method":"add","params":{"view":"a","entry":"late"}},"#
        + #"{"jsonrpc":"2.0","id":"e","method":"logOut","params":{"view":"l"}}]"#)
    #expect(client.takeChanges() == [#"l {"name":null}"#])
  }

  @Test func aCallDoesNotBeginIfAGetterThatIsReadForItsCauseEndsTheLifetime() async throws {
    let app = ExpiringApp()
    app.login.begin { Account(name: "first", lifetime: $0) }
    let client = TestClient(app)
    client.send(#"{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"capabilities":{"cause":true}}}"#)
    try await client.open("expiring", as: "e")
    app.store.number = 1
    let call = client.call("add", on: "e")
    #expect(await call.failure?.kind == .requestCancelled(.viewClosed))
    #expect(app.store.number == 1)
  }

  @Test func aLifetimeEndsWithoutACall() async throws {
    try await open()
    app.login.end()
    #expect(try await client.nextSessionChange().closed == ["a"])
    #expect(client.takeChanges() == [#"l {"name":null}"#])
  }

  @Test func itsCallsAreAnsweredBeforeItIsSentThatTheViewIsClosed() async throws {
    let app = LoginApp(gate: Gate(honoursCancellation: false))
    let client = TestClient(app)
    app.logIn()
    try await client.open("account", as: "a")
    try await client.open("login", as: "l")
    let call = client.call("addLater", on: "a", ["entry": "x"])
    await client.call("logOut", on: "l").settled
    #expect(call.isSettled)
    #expect(await call.failure?.kind == .requestCancelled(.viewClosed))
    for (line, part) in zip(client.unreadLines.suffix(3), ["RequestCancelled", "session/changed", "result"]) {
      #expect(line.contains(part))
    }
    #expect(app.made.state != nil, "the work holds on to its state")
    await app.gate.release("x", with: ())
    try await yield(while: app.made.state != nil)
    #expect(client.takeChanges() == [#"l {"name":null}"#], "the end of the work causes no notification")
  }

  @Test func workThatNoCallWaitsForIsCancelled() async throws {
    try await open()
    await client.call("addInBackground", on: "a", ["entry": "x"]).settled
    app.login.end()
    try await yield(while: app.made.state != nil)
  }

  @Test func shuttingDownWaitsForTheWorkOfAViewThatIsClosed() async throws {
    let app = LoginApp(gate: Gate(honoursCancellation: false))
    var configuration = ServerConfiguration()
    configuration.closeTimeout = .milliseconds(100)
    let client = TestClient(app, configuration: configuration)
    app.logIn()
    try await client.open("account", as: "a")
    let call = client.call("addLater", on: "a", ["entry": "x"])
    await app.gate.arrival(of: 1)
    let begun = ContinuousClock.now
    app.login.end()
    await call.settled
    #expect(await client.request(Shutdown()).failure == nil)
    #expect(.now - begun >= .milliseconds(90), "the server waits for the timeout if work ignores its cancellation")
  }

  @Test(arguments: ["logOut", "logOutThenWait", "waitThenLogOut"])
  func theCallThatEndsItsOwnViewIsAnsweredAsEver(action: String) async throws {
    try await client.open("account", as: "a")
    let other = client.call("addLater", on: "a", ["entry": "x"])
    let call = client.call(action, on: "a")
    if action == "waitThenLogOut" { await app.gate.release("before the logout", with: ()) }
    #expect(await other.failure?.kind == .requestCancelled(.viewClosed))
    if action == "logOutThenWait" {
      #expect(!call.isSettled)
      await app.gate.release("after the logout", with: ())
    }
    #expect(await call.failure == nil)
    #expect(client.takeSessionChanges().map(\.closed) == [["a"]])
  }

  @Test func theNameOfAViewThatWasClosedIsFree() async throws {
    try await open()
    await client.call("logIn", on: "l", ["name": "second"]).settled
    try await client.open("account", as: "a")
    await client.call("add", on: "a", ["entry": "x"]).settled
    #expect(client.takeChanges() == [#"l {"name":"second"}"#, #"a {"entries":["x"]}"#])
  }

  @Test func severalViewsAreClosedInOneMessage() async throws {
    for view in ["a", "b", "c"] { try await client.open("account", as: view) }
    await client.call("logOut", on: "b").settled
    #expect(client.takeSessionChanges().map(\.closed) == [["a", "b", "c"]])
  }

  @Test func aViewThatIsClosedBeforeIsNotMentionedAtTheEnd() async throws {
    try await open()
    await client.request(ViewClose(view: "a")).settled
    await client.call("logOut", on: "l").settled
    #expect(client.takeSessionChanges().isEmpty)
  }

  @Test func aViewThatIsBeingClosedShowsNothingMore() async throws {
    let app = LoginApp(gate: Gate(honoursCancellation: false))
    let client = TestClient(app)
    app.logIn()
    try await client.open("account", as: "a")
    client.call("addLater", on: "a", ["entry": "x"])
    let close = client.request(ViewClose(view: "a"))
    app.login.current?.entries.append("late")
    app.login.end()
    await app.gate.release("x", with: ())
    #expect(await close.failure == nil)
    #expect(client.takeChanges() == [])
    #expect(client.takeSessionChanges().isEmpty)
  }

  @Test func aClientThatDidNotReadGetsNoSnapshotOfIt() async throws {
    try await open()
    client.isReading = false
    let get = client.request(ViewGet(view: "a"))
    let opening = client.request("view/open", #"{"type":"account","view":"b"}"#)
    app.login.end()
    client.isReading = true
    #expect(await get.failure?.kind == .requestCancelled(.viewClosed))
    #expect(await opening.failure?.kind == .requestCancelled(.viewClosed))
    #expect(!client.unreadLines.contains { $0.contains(#""view":"b""#) })
  }

  @Test func anOpeningInABatchThatAlsoEndsItsLifetimeIsRefused() async throws {
    try await client.open("login", as: "l")
    client.send(
      #"[{"jsonrpc":"2.0","id":"o","method":"view/open","params":{"type":"account","view":"a"}},"#
        + #"{"jsonrpc":"2.0","id":"e","method":"logOut","params":{"view":"l"}}]"#)
    try await yield(while: !(client.unreadLines.last?.hasPrefix("[") ?? false))
    #expect(client.unreadLines.last?.contains("viewClosed") ?? false)
    #expect(client.unreadLines.last?.contains("entries") == false)
  }

  @Test func aViewWithoutALifetimeLastsUntilItIsClosed() async throws {
    let account = Account(name: "nobody", lifetime: try #require(app.login.current).lifetime)
    let client = TestClient(AccountViewState.self) {
      AccountViewState(account, login: app.login, lifetime: nil, gate: app.gate)
    }
    try await client.open("account", as: "a")
    app.logIn("second")
    await client.call("add", on: "a", ["entry": "x"]).settled
    #expect(client.takeChanges() == [#"a {"entries":["x"],"isFirst":false}"#])
  }
}

/// A view with a getter that ends its lifetime.
@MainActor @Observable @ViewState("expiring")
final class ExpiringViewState {
  var number: Int {
    if store.number > 0 { login.end() }
    return store.number
  }

  let lifetime: ScopeLifetime?
  private let login: StoreScope<Account>
  private let store: NumberStore

  init(login: StoreScope<Account>, store: NumberStore) {
    (self.login, self.store, lifetime) = (login, store, login.current?.lifetime)
  }

  @Action func add() async { store.number += 1 }
}

@MainActor
struct ExpiringApp: App {
  let login = StoreScope<Account>()
  let store = NumberStore()

  var views: [ViewType<Void>] { [ViewType(ExpiringViewState.self) { ExpiringViewState(login: login, store: store) }] }
}
