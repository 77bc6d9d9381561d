import SVVS
import SVVSTesting
import StateProtocol
import StateServer
import TestSupport
import Testing

/// The views, calls and replies that a session keeps for a connection that was cut.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct KeptSessionTests {
  let app = CounterApp()
  let host: TestHost
  let former: TestClient

  init() {
    host = TestHost(app)
    former = TestClient(host)
  }

  /// Opens the session `work` with the view `a`, and returns the token.
  private func open(keep: Double = 60) async throws -> String {
    let token = try await former.share("work", keep: keep)
    try await former.open("counter", as: "a", session: "work")
    return token
  }

  @Test func aSessionOutlivesItsLastConnection() async throws {
    _ = try await open()
    await former.call("add", on: "a").settled
    former.disconnect()
    #expect(app.made.last != nil)
    let joined = try await TestClient(host).join("work")
    #expect(joined.views.map { $0.state.json["number"]?.integer } == [1])
    #expect(app.made.count == 1)
  }

  @Test func aJoinKeepsASessionThatWouldEnd() async throws {
    _ = try await open(keep: 0.5)
    let other = TestClient(host)
    _ = try await other.share("other", keep: 0.5)
    former.disconnect()
    let client = TestClient(host)
    try await client.join("work")
    // Ends after the time at which the joined session would have ended.
    other.disconnect()
    while try SharedSessions(json: await client.request(SessionList()).result).sessions.count > 1 { await Task.yield() }
    #expect(await client.call("add", on: "a").failure == nil)
  }

  @Test func theEndOfTheServerCancelsTheCallsOfKeptSessions() async throws {
    _ = try await open()
    former.call("addLater", on: "a", ["request": "nobody's"])
    await app.gate.arrival(of: 1)
    former.disconnect()
    let client = TestClient(host)
    try await client.share("other")
    try await client.open("counter", as: "b", session: "other")
    let call = client.call("addLater", on: "b", ["request": "own"])
    await host.end()
    #expect(app.cancelled.values == ["nobody's", "own"])
    #expect(await call.failure?.kind == .requestCancelled(.shutdown))
    #expect(client.status == 0)
  }

  @Test func theCallsOfABatchThatWasCutAreAnsweredOneByOne() async throws {
    let token = try await open()
    former.send(
      #"[{"jsonrpc":"2.0","id":71,"method":"add","params":{"view":"a"}},"#
        + #"{"jsonrpc":"2.0","id":72,"method":"addLater","params":{"view":"a","request":"r"}}]"#)
    await app.gate.arrival(of: 1)
    let reached = former.lastCommit
    former.disconnect()
    let client = TestClient(host)
    let joined = try await client.join("work", token: token, unanswered: [.integer(71), .integer(72)])
    #expect((joined.answers.map(\.id), joined.running) == ([.integer(71)], [.integer(72)]))
    #expect(try ReachedCommit(json: #require(joined.answers[0].result)).commit == reached)
    await app.gate.release("r", with: ())
    while !(try await client.nextLine()).hasPrefix(#"{"jsonrpc":"2.0","id":72,"result""#) {}
  }

  @Test func aCallThatWasTakenOverCanBeCancelled() async throws {
    let token = try await open()
    let call = former.call("addLater", on: "a", ["request": "r"])
    await app.gate.arrival(of: 1)
    former.disconnect()
    let client = TestClient(host)
    try await client.join("work", token: token, unanswered: [.integer(Int64(call.id))])
    client.notify(CancelRequest(id: .integer(Int64(call.id))))
    while !(try await client.nextLine()).contains("RequestCancelled") {}
    #expect(app.cancelled.values == ["r"])
  }

  @Test func aCancelledCallThatWasTakenOverIsAnsweredAfterTheTimeLimit() async throws {
    let app = CounterApp(gate: Gate(honoursCancellation: false))
    var configuration = ServerConfiguration()
    configuration.closeTimeout = .milliseconds(500)
    let host = TestHost(app, configuration: configuration)
    let former = TestClient(host)
    let token = try await former.share("work")
    try await former.open("counter", as: "a", session: "work")
    let call = former.call("addLater", on: "a", ["request": "r"])
    former.cancel(call)
    former.disconnect()
    let client = TestClient(host)
    let id = RequestID.integer(Int64(call.id))
    #expect(try await client.join("work", token: token, unanswered: [id]).running == [id])
    while !(try await client.nextLine()).contains("RequestCancelled") {}
    await app.gate.release("r", with: ())
  }

  @Test func aReplyWaitsForANewConnection() async throws {
    let token = try await open()
    let calls = ["a", "b"].map { former.call("addLater", on: "a", ["request": $0]) }
    await app.gate.arrival(of: 2)
    former.disconnect()
    let watcher = TestClient(host)
    try await watcher.open("counter", as: "w")
    for (name, count) in [("a", 1), ("b", 2)] {
      await app.gate.release(name, with: ())
      #expect(try await watcher.nextChange() == #"w {"number":\#(count)}"#)
    }
    let ids = calls.map { RequestID.integer(Int64($0.id)) }
    let joined = try await TestClient(host).join("work", token: token, unanswered: ids + [.integer(99)])
    #expect(joined.answers.map(\.id) == ids)
    for answer in joined.answers {
      let reached = try ReachedCommit(json: #require(answer.result))
      #expect(reached.commit <= joined.commit)
    }
    #expect((joined.running, joined.unknown) == ([], [.integer(99)]))
  }

  @Test func anAnswerThatWasSentCanBeHadOnceMore() async throws {
    let token = try await open()
    let call = former.call("add", on: "a")
    let reached = try ReachedCommit(json: await call.result)
    let refused = former.request("add", #"{"view":"a","more":1}"#)
    await refused.settled
    former.disconnect()
    let ids = [call, refused].map { RequestID.integer(Int64($0.id)) }
    for _ in 1...2 {
      let joined = try await TestClient(host).join("work", token: token, unanswered: ids)
      #expect(try ReachedCommit(json: #require(joined.answers[0].result)).commit == reached.commit)
      #expect(joined.answers[1].error?.kind == .invalidParams(path: JSONPointer("more")))
    }
    #expect(app.store.number == 1)
  }

  @Test func aSnapshotThatWasAskedForIsTheOneOfNow() async throws {
    let token = try await open()
    let get = former.request(ViewGet(view: "a"))
    await get.settled
    former.disconnect()
    let other = TestClient(host)
    try await other.join("work")
    await other.call("add", on: "a").settled
    let joined = try await TestClient(host).join("work", token: token, unanswered: [.integer(Int64(get.id))])
    let snapshot = try #require(joined.answers[0].result)
    #expect(try KeptSnapshot(json: snapshot).commit == joined.commit)
    #expect(snapshot["state"] == nil)
    #expect(joined.views.first?.state.json["number"]?.integer == 1)
  }

  @Test func aReplyThatWasNeverReadIsKept() async throws {
    let token = try await open()
    former.isReading = false
    let call = former.call("add", on: "a")
    former.disconnect()
    let joined = try await TestClient(host).join("work", token: token, unanswered: [.integer(Int64(call.id))])
    #expect(joined.answers.map(\.id) == [.integer(Int64(call.id))])
    #expect(joined.views.first?.state.json["number"]?.integer == 1)
  }

  @Test func theTokenEndsAConnectionThatSeemsAlive() async throws {
    let token = try await open()
    former.isReading = false
    let answered = former.call("add", on: "a")
    let running = former.call("addLater", on: "a", ["request": "r"])
    await app.gate.arrival(of: 1)
    let ids = [answered, running].map { RequestID.integer(Int64($0.id)) }
    let joined = try await TestClient(host).join("work", token: token, unanswered: ids)
    #expect(former.status == 1)
    #expect(joined.answers.map(\.id) == [ids[0]])
    #expect(joined.running == [ids[1]])
  }

  @Test func aJoinWhoseReplyWasLostIsMadeAgain() async throws {
    let token = try await open()
    let call = former.call("addLater", on: "a", ["request": "r"])
    await app.gate.arrival(of: 1)
    let ids = [RequestID.integer(Int64(call.id))]
    let second = TestClient(host)
    second.isReading = false
    second.request(SessionJoin(session: "work", token: token, unanswered: ids))
    let third = TestClient(host)
    let joined = try await third.join("work", token: token, unanswered: ids)
    #expect(second.status == 1)
    #expect(joined.running == ids)
    #expect(try SharedSessions(json: await third.request(SessionList()).result).sessions[0].connections.count == 1)
  }

  @Test func theOldestAnswersAreForgotten() async throws {
    let token = try await open()
    let calls = (0..<1030).map { _ in former.call("add", on: "a") }
    await calls.last?.settled
    former.disconnect()
    let ids = calls.map { RequestID.integer(Int64($0.id)) }
    let joined = try await TestClient(host).join("work", token: token, unanswered: ids)
    #expect(joined.answers.map(\.id) == ids.suffix(1024))
    #expect(joined.unknown == Array(ids.prefix(6)))
    #expect(app.store.number == 1030)
  }

  @Test func aCloseWhoseConnectionIsCutClosesAllTheSame() async throws {
    let token = try await open()
    let watcher = TestClient(host)
    try await watcher.join("work")
    former.call("addWhenCancelled", on: "a", ["request": "r"])
    await app.gate.arrival(of: 1)
    let close = former.request(ViewClose(view: "a"))
    former.disconnect()
    // The close waits for work that the cancelled call has begun.
    await app.gate.arrival(of: 2)
    await watcher.request("view/get", #"{"view":"a"}"#).settled
    while try await !list(watcher).views.isEmpty {
      try Task.checkCancellation()
      await Task.yield()
    }
    let id = RequestID.integer(Int64(close.id))
    let joined = try await TestClient(host).join("work", token: token, unanswered: [id])
    #expect(joined.views.isEmpty)
    #expect(joined.answers.map(\.id) == [id])
    // The task of the call that was cancelled ends by itself, and holds the state until then.
    try await yield(while: app.made.last != nil)
  }

  @Test func theShutdownOfTheLastMemberCancelsTheCallsOfThoseWhoHaveLeft() async throws {
    let app = CounterApp(gate: Gate(honoursCancellation: false))
    let host = TestHost(app)
    let (former, last) = (TestClient(host), TestClient(host))
    try await former.share("work", keep: 0)
    try await former.open("counter", as: "a", session: "work")
    try await last.join("work")
    former.call("addLater", on: "a", ["request": "r"])
    await app.gate.arrival(of: 1)
    former.disconnect()
    #expect(app.cancelled.values == [])
    let shutdown = last.request(Shutdown())
    #expect(app.cancelled.values == ["r"])
    #expect(!shutdown.isSettled)
    await app.gate.release("r", with: ())
    #expect(await shutdown.failure == nil)
  }

  @Test func shutdownCancelsTheCallsOfTheConnectionAndLeavesTheSession() async throws {
    _ = try await open()
    let other = TestClient(host)
    try await other.join("work")
    let own = former.call("addLater", on: "a", ["request": "own"])
    let others = other.call("addLater", on: "a", ["request": "other"])
    await app.gate.arrival(of: 2)
    await former.request(Shutdown()).settled
    former.notify(Exit())
    #expect(await own.failure?.kind == .requestCancelled(.shutdown))
    await app.gate.release("other", with: ())
    #expect(await others.failure == nil)
  }

  @Test func theEndOfInputWaitsForCallsAndLeavesThemAlone() async throws {
    let token = try await open()
    let call = former.call("addLater", on: "a", ["request": "r"])
    await app.gate.arrival(of: 1)
    former.endInput()
    #expect(former.status == nil)
    await app.gate.release("r", with: ())
    #expect(await call.failure == nil)
    try await yield(while: former.status == nil)
    #expect(former.status == 0)
    #expect(try await TestClient(host).join("work", token: token).views.count == 1)
  }

  private func list(_ client: TestClient) async throws -> SharedSession {
    try #require(SharedSessions(json: await client.request(SessionList()).result).sessions.first)
  }
}
