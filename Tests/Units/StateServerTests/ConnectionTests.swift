import SVVSTesting
import StateProtocol
import StateServer
import Testing

/// Two connections to one app.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ConnectionTests {
  let app = CounterApp()
  let first: TestClient
  let second: TestClient

  init() {
    let host = TestHost(app)
    first = TestClient(host)
    second = TestClient(host)
  }

  @Test func aStepIsOneCommitWithOneNumberOnEachConnection() async throws {
    try await first.open("counter", as: "a")
    try await second.open("counter", as: "b")
    let reply = try ReachedCommit(json: await first.call("add", on: "a").result)
    #expect(first.takeChanges() == [#"a {"number":1}"#])
    #expect(second.takeChanges() == [#"b {"number":1}"#])
    #expect((first.lastCommit, second.lastCommit) == (reply.commit, reply.commit))
  }

  @Test func commitsAreNumberedByTheProcess() async throws {
    try await first.open("counter", as: "a")
    for _ in 1...3 { await first.call("add", on: "a").settled }
    let snapshot = try ViewSnapshot<JSONObject>(json: await second.request(ViewOpen(type: "counter", view: "b")).result)
    #expect(snapshot.commit == first.lastCommit)
    #expect(snapshot.state.json["number"]?.integer == 3)
    let reply = try ReachedCommit(json: await second.call("add", on: "b").result)
    #expect(reply.commit > snapshot.commit)
    #expect(first.lastCommit == reply.commit)
  }

  @Test func aSleeperDoesNotHoldUpRepliesOfOthers() async throws {
    try await first.open("counter", as: "a")
    second.isReading = false
    let sleeping = second.request(ViewOpen(type: "counter", view: "b"))
    #expect(await first.call("add", on: "a").failure == nil)
    #expect(!sleeping.isSettled)
    second.isReading = true
    #expect(await sleeping.failure == nil)
  }

  @Test func namesAndSessionsBelongToTheConnection() async throws {
    try await first.open("local", as: "v")
    try await second.open("local", as: "v")
    await first.call("addLocally", on: "v").settled
    #expect(first.takeChanges() == [#"v {"number":1}"#])
    #expect(second.takeChanges() == [])
    #expect(await second.call("addLocally", on: "other").failure?.kind == .invalidParams(path: JSONPointer("view")))
  }

  @Test func theEndOfAConnectionLeavesTheOther() async throws {
    try await first.open("counter", as: "a")
    try await second.open("counter", as: "b")
    let call = first.call("addLater", on: "a", ["request": "r"])
    await first.request(Shutdown()).settled
    #expect(await call.failure?.kind == .requestCancelled(.shutdown))
    first.notify(Exit())
    #expect(first.status == 0)
    #expect(await second.call("add", on: "b").failure == nil)
    #expect(second.status == nil)
  }

  @Test func theEndOfAConnectionEndsItsEffectsAndReleasesItsViews() async throws {
    try await first.open("counter", as: "a")
    await first.call("addInBackground", on: "a", ["request": "r"]).settled
    await app.gate.arrival(of: 1)
    first.notify(Exit())
    #expect(first.status == 1)
    #expect(app.cancelled.values == ["r"])
    try await second.open("counter", as: "b")
    #expect(await second.call("add", on: "b").failure == nil)
    #expect(app.made.count == 2)
  }

  @Test func theEndOfAConnectionReleasesItsViewStates() async throws {
    weak var state: CounterViewState?
    do {
      try await first.open("counter", as: "a")
      state = app.made.last
    }
    #expect(state != nil)
    first.notify(Exit())
    #expect(state == nil)
  }

  @Test func aCauseNamesTheIDOfNoOtherConnection() async throws {
    await second.request(Initialize(capabilities: ClientCapabilities(cause: true))).settled
    try await first.open("counter", as: "a")
    try await second.open("counter", as: "b")
    await first.call("add", on: "a").settled
    #expect(second.unreadLines.last?.contains(#""cause":[{"method":"add"}]"#) ?? false)
    await second.call("add", on: "b").settled
    #expect(second.unreadLines.dropLast().last?.contains(#""method":"add","view":"b"}]"#) ?? false)
  }
}
