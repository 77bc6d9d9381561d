import SVVS
import SVVSTesting
import StateProtocol
import StateServer
import TestSupport
import Testing

/// Joining again, and again, where a reply was lost on the way.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct RejoiningTests {
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

  private func line(_ id: Int, _ method: String, _ params: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
  }

  @Test func aCallAfterAJoinWhoseReplyWasLostIsKnown() async throws {
    let token = try await open()
    let second = TestClient(host)
    second.isReading = false
    second.send(line(70, "session/join", #"{"session":"work","token":"\#(token)"}"#))
    second.send(line(77, "add", #"{"view":"a"}"#))
    second.disconnect()
    let joined = try await TestClient(host).join("work", token: token, unanswered: [.integer(77)])
    #expect(joined.answers.map(\.id) == [.integer(77)])
    #expect(app.store.number == 1)
  }

  @Test func aCallIsFoundThroughManyCuts() async throws {
    let token = try await open()
    let call = former.call("addLater", on: "a", ["request": "r"])
    await app.gate.arrival(of: 1)
    former.disconnect()
    let id = RequestID.integer(Int64(call.id))
    for _ in 1...3 {
      let client = TestClient(host)
      #expect(try await client.join("work", token: token, unanswered: [id]).running == [id])
    }
    await app.gate.release("r", with: ())
    let watcher = TestClient(host)
    try await watcher.open("counter", as: "w")
    if try await watcher.state(of: "w")["number"]?.integer == 0 { _ = try await watcher.nextChange() }
    let joined = try await TestClient(host).join("work", token: token, unanswered: [id])
    #expect(joined.answers.map(\.id) == [id])
  }

  @Test func theEndOfAConnectionWaitsForTheClosingOfAViewThatItTookOver() async throws {
    let app = CounterApp(gate: Gate(honoursCancellation: false))
    var configuration = ServerConfiguration()
    configuration.closeTimeout = .seconds(60)
    configuration.drainTimeout = .seconds(60)
    let host = TestHost(app, configuration: configuration)
    let former = TestClient(host)
    let token = try await former.share("work", keep: 60)
    try await former.open("counter", as: "a", session: "work")
    former.call("addLater", on: "a", ["request": "r"])
    await app.gate.arrival(of: 1)
    let closing = former.request(ViewClose(view: "a"))
    former.disconnect()
    let client = TestClient(host)
    let id = RequestID.integer(Int64(closing.id))
    #expect(try await client.join("work", token: token, unanswered: [id]).running == [id])
    client.endInput()
    for _ in 1...1000 { await Task.yield() }
    #expect(client.status == nil)
    await app.gate.release("r", with: ())
    while !(try await client.nextLine()).contains(#""id":\#(closing.id),"#) {}
    try await yield(while: client.status == nil)
    #expect(client.status == 0)
  }

  @Test func aShutdownWhoseConnectionIsCutIsUnknown() async throws {
    let app = CounterApp(gate: Gate(honoursCancellation: false))
    let host = TestHost(app)
    let former = TestClient(host)
    let token = try await former.share("work")
    try await former.open("counter", as: "a", session: "work")
    let call = former.call("addLater", on: "a", ["request": "r"])
    await app.gate.arrival(of: 1)
    let shutdown = former.request(Shutdown())
    former.disconnect()
    await app.gate.release("r", with: ())
    try await yield(while: app.store.number == 0)
    let ids = [call, shutdown].map { RequestID.integer(Int64($0.id)) }
    let joined = try await TestClient(host).join("work", token: token, unanswered: ids)
    #expect(joined.unknown == [ids[1]])
    #expect(joined.answers.first?.error?.kind == .requestCancelled(.shutdown))
  }

  @Test func theReplyToTheCloseOfASessionIsLostWithItsConnection() async throws {
    let token = try await open()
    former.isReading = false
    let close = former.request(SessionClose(session: "work"))
    former.disconnect()
    let join = SessionJoin(session: "work", token: token, unanswered: [.integer(Int64(close.id))])
    #expect(await TestClient(host).request(join).failure?.kind == .invalidParams(path: JSONPointer("session")))
    #expect(app.made.last == nil)
  }

  @Test func aJoiningConnectionReceivesTheReplyFirst() async throws {
    let token = try await open()
    let other = TestClient(host)
    try await other.join("work")
    _ = other.takeSessionChanges()
    let client = TestClient(host)
    try await client.join("work", token: token)
    #expect(client.unreadLines.count == 1)
    #expect(former.status == 1)
    #expect(other.takeSessionChanges().isEmpty, "as many are in the session as before")
  }

  @Test func unobservedChangesAreALaterCommit() async throws {
    let token = try await open()
    let call = former.call("addLater", on: "a", ["request": "r"])
    await app.gate.arrival(of: 1)
    let seen = try #require(former.lastCommit)
    former.disconnect()
    await app.gate.release("r", with: ())
    try await yield(while: app.store.number == 0)
    let client = TestClient(host)
    let joined = try await client.join("work", token: token, unanswered: [.integer(Int64(call.id))])
    #expect(joined.commit > seen)
    let failure = await client.request("add", #"{"view":"a","ifCommit":\#(seen)}"#).failure
    #expect(failure?.kind == .contentModified(commit: joined.commit))
    #expect(await client.request("add", #"{"view":"a","ifCommit":\#(joined.commit)}"#).failure == nil)
  }

  @Test func aJoinCannotBeInABatch() async throws {
    let token = try await open()
    let client = TestClient(host)
    client.send("[\(line(1, "session/join", #"{"session":"work","token":"\#(token)"}"#))]")
    #expect(try await client.nextLine().contains("InvalidRequest"))
    #expect(former.status == nil)
  }

  @Test func theIdOfTheJoinIsUnderWay() async throws {
    let token = try await open()
    let client = TestClient(host)
    client.send(line(5, "session/join", #"{"session":"work","token":"\#(token)","unanswered":[5]}"#))
    #expect(try await client.nextLine().contains(#""path":"/unanswered/0""#))
    #expect(former.status == nil)
  }

  @Test func nothingOfABatchIsHandledAfterAnExit() async throws {
    let client = TestClient(host)
    client.send("[\(line(1, "exit", "{}")),\(line(2, "session/open", #"{"session":"s","shared":true,"keep":9}"#))]")
    #expect(client.status == 1)
    let list = try SharedSessions(json: await former.request(SessionList()).result)
    #expect(list.sessions.isEmpty)
  }

  @Test func aSessionThatHasEndedIsReleased() async throws {
    _ = try await open(keep: 0)
    await former.request(ViewGet(view: "a")).settled
    #expect(app.made.last != nil)
    former.disconnect()
    let client = TestClient(host)
    try await client.share("work")
    #expect(app.made.last == nil)
  }

  @Test func noMoreViewsAreJoinedThanMayBeOpen() async throws {
    var configuration = ServerConfiguration()
    configuration.limits.openViews = 2
    let host = TestHost(app, configuration: configuration)
    let (owner, client) = (TestClient(host), TestClient(host))
    try await owner.share("work")
    for name in ["a", "b"] { try await owner.open("counter", as: name, session: "work") }
    try await client.open("counter", as: "own")
    #expect(await client.request(SessionJoin(session: "work")).failure?.kind == .overloaded(.openViews))
  }
}
