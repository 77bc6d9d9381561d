import SVVS
import SVVSTesting
import StateProtocol
import StateServer
import Testing

/// Several connections in one session.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct SharedSessionTests {
  let app = CounterApp()
  let host: TestHost
  let first: TestClient
  let second: TestClient

  init() {
    host = TestHost(app)
    first = TestClient(host)
    second = TestClient(host)
  }

  /// Has both in the session `work`, in which the first has opened the view `a`.
  private func share(delivery: Delivery? = nil) async throws {
    try await first.share("work")
    try await first.open("counter", as: "a", params: ["step": 2], session: "work")
    try await second.join("work", delivery: delivery)
  }

  @Test func aJoinReturnsTheStateOfEveryView() async throws {
    try await first.share("work")
    try await first.open("counter", as: "a", params: ["step": 2], session: "work")
    try await first.open("local", as: "b", session: "work")
    await first.call("add", on: "a").settled
    let joined = try await second.join("work")
    #expect(joined.session == "work")
    #expect(joined.commit == first.lastCommit)
    #expect(joined.views.map(\.view) == ["a", "b"])
    #expect(joined.views.map(\.type) == ["counter", "local"])
    #expect(joined.views.first?.params.json.description == #"{"step":2}"#)
    #expect(joined.views.first?.state.json["number"]?.integer == 2)
  }

  @Test func aChangeIsOneCommitForAllInTheSession() async throws {
    try await share()
    await second.call("add", on: "a").settled
    #expect(first.takeChanges() == [#"a {"number":2}"#])
    #expect(second.takeChanges() == [#"a {"number":2}"#])
    #expect(first.lastCommit == second.lastCommit)
  }

  @Test func aViewHasOneStateForAll() async throws {
    try await share()
    _ = try await second.set(["label": "x"], on: "a").result
    #expect(try await first.state(of: "a")["label"]?.string == "x")
    #expect(app.made.count == 1)
  }

  @Test func eachConnectionHasItsOwnDelivery() async throws {
    try await share(delivery: .patch)
    await first.call("add", on: "a").settled
    #expect(first.takeChanges() == [#"a {"number":2}"#])
    #expect(second.takeChanges() == [#"a [{"op":"replace","path":"/number","value":2}]"#])
  }

  @Test func otherMembersReceiveAnOpenedView() async throws {
    try await share()
    try await second.open("counter", as: "b", params: ["step": 5], session: "work")
    let change = try #require(first.takeSessionChanges().last)
    #expect(change.session == "work")
    #expect(change.opened.map(\.view) == ["b"])
    #expect(change.opened.first?.params.json.description == #"{"step":5}"#)
    #expect(change.opened.first?.state.json["number"]?.integer == 0)
    #expect((change.closed, change.connections) == ([], 2))
    #expect(second.takeSessionChanges().isEmpty)
    await first.call("add", on: "b").settled
    #expect(second.takeChanges() == [#"a {"number":5}; b {"number":5}"#])
  }

  @Test func aViewIsClosedForAll() async throws {
    try await share()
    let calls = [first, second].map { $0.call("addLater", on: "a", ["request": "r"]) }
    _ = try await first.request(ViewClose(view: "a")).result
    for call in calls { #expect(await call.failure?.kind == .requestCancelled(.viewClosed)) }
    #expect(second.takeSessionChanges().last?.closed == ["a"])
    #expect(await second.call("add", on: "a").failure?.kind == .invalidParams(path: JSONPointer("view")))
    #expect(app.made.last == nil, "the state is released")
  }

  @Test func theNameOfAViewThatWasClosedIsFree() async throws {
    try await share()
    _ = try await second.request(ViewClose(view: "a")).result
    try await second.open("counter", as: "a", session: "work")
    #expect(
      first.takeSessionChanges().suffix(2).map { ($0.closed.count, $0.opened.count) }.map { [$0.0, $0.1] } == [
        [1, 0], [0, 1],
      ])
    await first.call("add", on: "a").settled
    #expect(second.takeChanges().last == #"a {"number":1}"#)
  }

  @Test func aSessionIsClosedForAll() async throws {
    try await share()
    try await second.open("counter", as: "b", session: "work")
    _ = first.takeSessionChanges()
    _ = try await second.request(SessionClose(session: "work")).result
    let change = try #require(first.takeSessionChanges().last)
    #expect((change.closed, change.connections) == (["a", "b"], 0))
    #expect(
      await first.request(SessionClose(session: "work")).failure?.kind == .invalidParams(path: JSONPointer("session")))
    try await first.share("work")
  }

  @Test func aSessionThatIsBeingClosedIsNotJoinedAndMembersMayLeave() async throws {
    let app = CounterApp(gate: Gate(honoursCancellation: false))
    let host = TestHost(app)
    let clients = (0..<3).map { _ in TestClient(host) }
    try await clients[0].share("work")
    try await clients[0].open("counter", as: "a", session: "work")
    for client in clients.dropFirst() { try await client.join("work") }
    await clients[0].call("addInBackground", on: "a", ["request": "r"]).settled
    let close = clients[0].request(SessionClose(session: "work"))
    let refused = JSONPointer("session")
    let late = TestClient(host)
    #expect(await late.request(SessionJoin(session: "work")).failure?.kind == .invalidParams(path: refused))
    let opening = SessionOpen(session: "work", shared: true)
    #expect(await late.request(opening).failure?.kind == .invalidParams(path: refused))
    clients[1].disconnect()
    _ = clients[2].takeSessionChanges()
    await app.gate.release("r", with: ())
    #expect(await close.failure == nil)
    let change = try await clients[2].nextSessionChange()
    #expect((change.closed, change.connections) == (["a"], 0))
    #expect(await late.request(opening).failure == nil)
  }

  @Test func noViewIsOpenedInASessionThatIsBeingClosed() async throws {
    try await share()
    await first.call("addInBackground", on: "a", ["request": "r"]).settled
    let closing = second.request(SessionClose(session: "work"))
    let failure = await first.request("view/open", #"{"type":"counter","session":"work"}"#).failure
    #expect(failure?.kind == .invalidParams(path: JSONPointer("session")))
    #expect(await closing.failure == nil)
  }

  @Test func aViewThatOpensAndClosesWhileAClientDoesNotReadIsNotMentioned() async throws {
    try await share()
    _ = second.takeSessionChanges()
    second.isReading = false
    for _ in 1...3 {
      try await first.open("counter", as: "b", session: "work")
      _ = try await first.request(ViewClose(view: "b")).result
    }
    _ = try await first.request(ViewClose(view: "a")).result
    try await first.open("counter", as: "c", session: "work")
    second.isReading = true
    let changes = second.takeSessionChanges()
    #expect(changes.count == 1)
    #expect(changes.first?.closed == ["a"])
    #expect(changes.first?.opened.map(\.view) == ["c"])
  }

  @Test func changesBeforeAClosingComeBeforeIt() async throws {
    try await share()
    second.isReading = false
    await first.call("add", on: "a").settled
    _ = try await first.request(ViewClose(view: "a")).result
    second.isReading = true
    #expect(second.unreadLines.suffix(2).map { $0.contains("session/changed") } == [false, true])
    #expect(second.takeChanges() == [#"a {"number":2}"#])
    #expect(second.takeSessionChanges().last?.closed == ["a"])
  }

  @Test func theListNamesTheConnections() async throws {
    _ = try await second.request(Initialize(clientInfo: ClientInfo(name: "ed", version: "2"))).result
    try await share()
    second.isReading = false
    await first.call("add", on: "a").settled
    let list = try SharedSessions(json: await first.request(SessionList()).result)
    #expect(list.connections == 2)
    let session = try #require(list.sessions.first)
    #expect((session.session, session.keep) == ("work", 60))
    #expect(session.views.map(\.view) == ["a"])
    #expect(session.connections.map { $0.clientInfo?.name } == [nil, "ed"])
    #expect(session.connections.map(\.isBehind) == [false, true])
  }

  @Test func ifCommitConcernsChangesOfTheViewByAnyMember() async throws {
    try await share()
    await second.call("add", on: "a").settled
    let seen = try #require(first.lastCommit)
    #expect(await first.request("add", #"{"view":"a","ifCommit":\#(seen)}"#).failure == nil)
    let failure = await second.request("add", #"{"view":"a","ifCommit":\#(seen)}"#).failure
    #expect(failure?.kind == .contentModified(commit: try #require(second.lastCommit)))
  }

  @Test func aSleeperThatWakesHasChangedNothing() async throws {
    try await share()
    second.isReading = false
    await first.call("add", on: "a").settled
    let seen = try #require(first.lastCommit)
    try await first.open("local", as: "l")
    for _ in 1...2 { await first.call("addLocally", on: "l").settled }
    second.isReading = true
    #expect(await first.request("add", #"{"view":"a","ifCommit":\#(seen)}"#).failure == nil)
  }
}
