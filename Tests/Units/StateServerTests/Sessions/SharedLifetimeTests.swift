import SVVS
import SVVSTesting
import StateProtocol
import StateServer
import TestSupport
import Testing

/// Views that last as long as a login, on several connections.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct SharedLifetimeTests {
  let app = LoginApp()
  let host: TestHost
  let first: TestClient
  let second: TestClient

  init() {
    var configuration = ServerConfiguration()
    // Nothing is given up here, however long other tests keep the machine.
    configuration.closeTimeout = .seconds(60)
    host = TestHost(app, configuration: configuration)
    (first, second) = (TestClient(host), TestClient(host))
    app.logIn()
  }

  /// Has both in the session `work`, in which the first, or somebody who has left, has opened the view `a`.
  private func share(openedByAGuest: Bool = false) async throws {
    try await first.share("work")
    let opener = openedByAGuest ? TestClient(host) : first
    if openedByAGuest { try await opener.join("work") }
    try await opener.open("account", as: "a", session: "work")
    if openedByAGuest {
      await opener.call("addInBackground", on: "a", ["entry": "x"]).settled
      opener.disconnect()
    }
    try await second.join("work")
    _ = first.takeSessionChanges()
  }

  @Test func allMembersReceiveTheClosingOfTheView() async throws {
    try await share()
    let call = second.call("addLater", on: "a", ["entry": "x"])
    await first.call("logOut", on: "a").settled
    #expect(await call.failure?.kind == .requestCancelled(.viewClosed))
    for client in [first, second] {
      let change = try #require(client.takeSessionChanges().last)
      #expect((change.session, change.closed, change.connections) == ("work", ["a"], 2))
    }
    try await yield(while: app.made.state != nil)
    #expect(try await TestClient(host).join("work").views.isEmpty)
  }

  @Test(arguments: [true, false])
  func aMemberWaitsForTheWorkOfAViewThatTheServerHasClosed(shutsDown: Bool) async throws {
    let app = LoginApp(gate: Gate(honoursCancellation: false))
    var configuration = ServerConfiguration()
    (configuration.closeTimeout, configuration.drainTimeout) = (.seconds(60), .seconds(60))
    let host = TestHost(app, configuration: configuration)
    let (first, second) = (TestClient(host), TestClient(host))
    app.logIn()
    try await first.share("work")
    try await first.open("account", as: "a", session: "work")
    try await second.join("work")
    let call = first.call("addLater", on: "a", ["entry": "x"])
    await app.gate.arrival(of: 1)
    app.login.end()
    #expect(await call.failure?.kind == .requestCancelled(.viewClosed))
    let shutdowns = shutsDown ? [first, second].map { $0.request(Shutdown()) } : []
    if !shutsDown { for client in [first, second] { client.endInput() } }
    for _ in 1...1000 { await Task.yield() }
    #expect(shutdowns.allSatisfy { !$0.isSettled } && first.status == nil && second.status == nil)
    await app.gate.release("x", with: ())
    for shutdown in shutdowns { #expect(await shutdown.failure == nil) }
    if !shutsDown { for client in [first, second] { try await yield(while: client.status == nil) } }
  }

  @Test func everySessionLosesItsViews() async throws {
    try await share()
    try await second.open("account", as: "own")
    await second.request("session/open", #"{"session":"window"}"#).settled
    try await second.open("account", as: "other", session: "window")
    await first.call("logOut", on: "a").settled
    #expect(first.takeSessionChanges().map(\.closed) == [["a"]])
    #expect(
      second.takeSessionChanges().map { "\($0.session.string) \($0.closed.map(\.string))" }
        == [#"work ["a"]"#, #"default ["own"]"#, #"window ["other"]"#])
  }

  @Test func theEndOfTheServerWaitsForACallThatGoesOnWithoutItsView() async throws {
    try await share()
    _ = first.call("logOutThenWait", on: "a")
    for client in [first, second] { client.disconnect() }
    var hasEnded = false
    let end = Task {
      await host.end()
      hasEnded = true
    }
    for _ in 1...1000 { await Task.yield() }
    #expect(!hasEnded)
    await app.gate.release("after the logout", with: ())
    await end.value
  }

  @Test func theEndOfTheServerWaitsForTheWorkOfAConnectionThatWasCut() async throws {
    let (host, gate) = try await hostWithWorkOfACutConnection()
    var hasEnded = false
    let end = Task {
      await host.end()
      hasEnded = true
    }
    for _ in 1...1000 { await Task.yield() }
    #expect(!hasEnded)
    await gate.release("r", with: ())
    await end.value
  }

  @Test func theServerIsIdleWhenTheWorkOfAConnectionThatWasCutHasEnded() async throws {
    var isIdle = false
    let (_, gate) = try await hostWithWorkOfACutConnection { isIdle = true }
    // Ends after a timer of the same duration that was started before.
    try await TimerClock().sleep(for: .zero)
    #expect(!isIdle)
    await gate.release("r", with: ())
    try await yield(while: !isIdle)
  }

  @Test func theCallThatEndsALifetimeIsAwaitedNoLongerThanTheOthers() async throws {
    let app = LoginApp(gate: Gate(honoursCancellation: false))
    var configuration = ServerConfiguration()
    configuration.closeTimeout = .seconds(1)
    let host = TestHost(app, configuration: configuration)
    app.logIn()
    let client = TestClient(host)
    var isIdle = false
    host.whenIdle(for: .zero) { isIdle = true }
    try await client.open("account", as: "a")
    client.call("addLater", on: "a", ["entry": "x"])
    client.call("logOutThenWait", on: "a")
    client.disconnect()
    // One timeout, and then half of one. A busy main thread delays both as it delays the end.
    try await closeViewWithWork(of: app.gate, configuration)
    configuration.closeTimeout = .milliseconds(500)
    try await closeViewWithWork(of: app.gate, configuration)
    #expect(isIdle)
    for request in ["x", "after the logout"] { await app.gate.release(request, with: ()) }
  }

  /// Closes a view whose call does not end, which takes the timeout.
  private func closeViewWithWork(of gate: Gate<String, Void>, _ configuration: ServerConfiguration) async throws {
    let client = TestClient(CounterApp(gate: gate), configuration: configuration)
    try await client.open("counter", as: "c")
    client.call("addLater", on: "c", ["request": "r"])
    await client.request(ViewClose(view: "c")).settled
    await gate.release("r", with: ())
  }

  /// Makes a host whose only connection was cut during a call, which ends when the request `r` is released.
  private func hostWithWorkOfACutConnection(
    whenIdle body: @escaping @MainActor () -> Void = {}
  ) async throws -> (TestHost, Gate<String, Void>) {
    let app = CounterApp(gate: Gate(honoursCancellation: false))
    var configuration = ServerConfiguration()
    configuration.closeTimeout = .seconds(60)
    configuration.drainTimeout = .seconds(60)
    let host = TestHost(app, configuration: configuration)
    host.whenIdle(for: .zero, body)
    let client = TestClient(host)
    try await client.open("counter", as: "own")
    client.call("addLater", on: "own", ["request": "r"])
    await app.gate.arrival(of: 1)
    client.disconnect()
    return (host, app.gate)
  }

  @Test func aViewIsClosedThatNobodyShowsAtTheMoment() async throws {
    let token = try await first.share("work")
    try await first.open("account", as: "a", session: "work")
    let call = first.call("addLater", on: "a", ["entry": "x"])
    first.disconnect()
    app.login.end()
    try await yield(while: app.made.state != nil)
    let joined = try await second.join("work", token: token, unanswered: [.integer(Int64(call.id))])
    #expect(joined.views.isEmpty)
    #expect(joined.answers.first?.error?.kind == .requestCancelled(.viewClosed))
  }

  @Test func aViewIsClosedWhoseOpenerIsGone() async throws {
    try await share(openedByAGuest: true)
    #expect(app.made.state != nil)
    app.login.end()
    #expect(try await first.nextSessionChange().closed == ["a"])
    try await yield(while: app.made.state != nil)
  }

  @Test func aClientThatDidNotReadReceivesOnlyTheClosing() async throws {
    try await share()
    second.isReading = false
    await first.call("add", on: "a", ["entry": "secret"]).settled
    try await first.open("account", as: "b", session: "work")
    await first.call("logOut", on: "a").settled
    second.isReading = true
    #expect(second.takeChanges() == [])
    let changes = second.takeSessionChanges()
    #expect(changes.map(\.closed) == [["a"]])
    #expect(changes.map(\.opened.count) == [0])
    #expect(!second.unreadLines.contains { $0.contains("secret") })
  }

  @Test func aJoiningClientThatDoesNotReadGetsNoStateOfAClosedView() async throws {
    try await share()
    let third = TestClient(host)
    third.isReading = false
    let join = third.request(SessionJoin(session: "work"))
    await first.call("add", on: "a", ["entry": "secret"]).settled
    await first.call("logOut", on: "a").settled
    third.isReading = true
    #expect(try SessionJoin.Response(json: await join.result).views.isEmpty)
    #expect(!third.unreadLines.contains { $0.contains("secret") })
  }
}
