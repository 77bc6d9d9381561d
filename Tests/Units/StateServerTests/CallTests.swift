import SVVSTesting
import StateProtocol
import StateServer
import TestSupport
import Testing

/// Calls under way, their answers and their limits.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct CallTests {
  let app = CounterApp()
  let client: TestClient

  init() {
    client = TestClient(app)
  }

  @Test func anEffectThatIsNoneSettlesAtOnce() async throws {
    try await client.open("counter", as: "c")
    #expect(await client.call("nothing", on: "c").failure == nil)
  }

  @Test(arguments: ["addLater", "addInEffect"])
  func aCallIsAnsweredWhenItHasSettled(action: String) async throws {
    try await client.open("counter", as: "c")
    let call = client.call(action, on: "c", ["request": "r"])
    #expect(client.takeChanges() == [#"c {"isBusy":true}"#])
    #expect(!call.isSettled)
    await app.gate.release("r", with: ())
    #expect(try await call.result["commit"]?.integer == 2)
    #expect(client.takeChanges() == [#"c {"number":1,"isBusy":false}"#])
  }

  @Test func aCancellationThatComesLateOrForNothingIsTolerated() async throws {
    try await client.open("counter", as: "c")
    let call = client.call("add", on: "c")
    client.cancel(call)
    #expect(await call.failure == nil)
    client.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"never"}}"#)
    #expect(await client.call("add", on: "c").failure == nil)
  }

  @Test func anIDUnderWayIsRefusedAgain() async throws {
    try await client.open("counter", as: "c")
    let call = client.call("addLater", on: "c", ["request": "r"])
    client.send(#"{"jsonrpc":"2.0","id":\#(call.id),"method":"add","params":{"view":"c"}}"#)
    #expect(await call.failure?.kind.name == "InvalidRequest")
    #expect(app.store.number == 0)
  }

  @Test func aStaleGuardRefusesTheAction() async throws {
    try await client.open("counter", as: "c")
    let commit = try ReachedCommit(json: await client.call("add", on: "c").result).commit
    let failure = await client.call("add", on: "c", ["ifCommit": commit - 1]).failure
    #expect(failure?.kind == .contentModified(commit: commit))
    #expect(await client.call("add", on: "c", ["ifCommit": commit]).failure == nil)
    #expect(app.store.number == 2)
  }

  @Test func callsUnderWayAreLimited() async throws {
    var configuration = ServerConfiguration()
    configuration.limits.callsUnderWay = 2
    let client = TestClient(app, configuration: configuration)
    try await client.open("counter", as: "c")
    for request in ["1", "2"] { client.call("addLater", on: "c", ["request": request]) }
    let third = await client.call("addLater", on: "c", ["request": "3"]).failure
    #expect(third?.kind == .overloaded(.callsUnderWay))
    #expect(await client.call("add", on: "c").failure == nil, "what settles at once is never too many")
  }

  @Test func openViewsAreLimited() async throws {
    var configuration = ServerConfiguration()
    configuration.limits.openViews = 1
    let client = TestClient(app, configuration: configuration)
    try await client.open("counter", as: "c")
    #expect(await client.request("view/open", #"{"type":"counter"}"#).failure?.kind.name == "Overloaded")
  }

  @Test func aShutdownAnswersEveryCallFirst() async throws {
    try await client.open("counter", as: "c")
    let call = client.call("addLater", on: "c", ["request": "r"])
    let shutdown = client.request("shutdown")
    await shutdown.settled
    #expect(call.isSettled)
    #expect(await call.failure?.kind == .requestCancelled(.shutdown))
    #expect(await client.call("add", on: "c").failure?.kind.name == "InvalidRequest")
    #expect(client.status == nil)
    client.request("exit")
    #expect(client.status == 0)
  }

  @Test func anExitThatFollowsAShutdownAtOnceWaitsForItsAnswers() async throws {
    try await client.open("counter", as: "c")
    let call = client.call("addLater", on: "c", ["request": "r"])
    let shutdown = client.request("shutdown")
    client.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
    #expect(await call.failure?.kind == .requestCancelled(.shutdown))
    #expect(await shutdown.failure == nil)
    #expect(client.status == 0)
  }

  @Test func aShutdownCancelsWorkThatNoCallWaitsFor() async throws {
    try await client.open("counter", as: "c")
    await client.call("addInBackground", on: "c", ["request": "r"]).settled
    await client.request("shutdown").settled
    #expect(app.cancelled.values == ["r"])
  }

  @Test func theEndOfInputWaitsForAViewThatIsBeingClosed() async throws {
    let app = CounterApp(gate: Gate(honoursCancellation: false))
    let client = TestClient(app)
    try await client.open("counter", as: "c")
    await client.call("addInBackground", on: "c", ["request": "r"]).settled
    let close = client.request("view/close", #"{"view":"c"}"#)
    client.endInput()
    #expect(client.status == nil)
    await app.gate.release("r", with: ())
    #expect(await close.failure == nil)
  }

  @Test func aGuardSeesUnsentChanges() async throws {
    try await client.open("counter", as: "c")
    client.isReading = false
    let first = client.call("add", on: "c", ["ifCommit": 0])
    let second = client.call("add", on: "c", ["ifCommit": 0])
    client.isReading = true
    #expect(await first.failure == nil)
    #expect(await second.failure?.kind.name == "ContentModified")
  }

  @Test func aGuardConcernsItsOwnViewAlone() async throws {
    try await client.open("counter", as: "c")
    try await client.open("local", as: "l")
    await client.call("add", on: "c").settled
    _ = try await client.state(of: "l")
    #expect(await client.call("addLocally", on: "l", ["ifCommit": 0]).failure == nil)
  }

  @Test func initializeComesFirstOrNotAtAll() async throws {
    await client.request("view/get", #"{"view":"none"}"#).settled
    #expect(await client.request("initialize").failure?.kind.name == "InvalidRequest")
  }

  @Test func afterTheReplyToShutdownOnlyRepliesAreSent() async throws {
    let host = TestHost(app)
    let (client, other) = (TestClient(host), TestClient(host))
    try await client.share("work")
    try await client.open("counter", as: "w", session: "work")
    try await client.open("counter", as: "c")
    try await other.join("work")
    _ = client.takeSessionChanges()
    #expect(await client.request(Shutdown()).failure == nil)
    let count = client.unreadLines.count
    await other.call("add", on: "w").settled
    try await other.open("counter", as: "more", session: "work")
    #expect(await client.call("add", on: "c").failure?.kind.name == "InvalidRequest")
    client.notify(Exit())
    #expect(client.status == 0)
    #expect(client.unreadLines.count == count + 1, "only the reply to the late call")
    #expect(other.takeSessionChanges().last?.connections == 1)
  }

  @Test func aCancelledCallWhoseWorkGoesOnIsAnsweredAfterTheTimeLimit() async throws {
    let app = CounterApp(gate: Gate(honoursCancellation: false))
    var configuration = ServerConfiguration()
    configuration.closeTimeout = .milliseconds(20)
    let client = TestClient(app, configuration: configuration)
    try await client.open("counter", as: "c")
    let call = client.call("addLater", on: "c", ["request": "r"])
    client.cancel(call)
    client.cancel(call)
    #expect(await call.failure?.kind == .requestCancelled(.requested))
    #expect(app.store.number == 0)
    _ = client.takeChanges()
    await app.gate.release("r", with: ())
    #expect(try await client.nextChange() == #"c {"number":1,"isBusy":false}"#)
  }

  @Test func aCallThatFinishesThoughItWasCancelledIsAnsweredWithTheFirstReason() async throws {
    let app = CounterApp(gate: Gate(honoursCancellation: false))
    let client = TestClient(app)
    try await client.open("counter", as: "c")
    let call = client.call("addLater", on: "c", ["request": "r"])
    client.cancel(call)
    let close = client.request(ViewClose(view: "c"))
    await app.gate.release("r", with: ())
    #expect(await call.failure?.kind == .requestCancelled(.requested))
    #expect(await close.failure == nil)
    #expect(app.store.number == 1)
  }

  @Test func theEndOfInputCancelsEffectsAndWaitsForThem() async throws {
    let app = CounterApp(gate: Gate(honoursCancellation: false))
    let client = TestClient(app)
    try await client.open("counter", as: "c")
    await client.call("addInBackground", on: "c", ["request": "r"]).settled
    client.endInput()
    #expect(app.cancelled.values == ["r"])
    #expect(client.status == nil)
    await app.gate.release("r", with: ())
    try await yield(while: client.status == nil)
    #expect(client.takeChanges().last == #"c {"number":1,"isBusy":false}"#, "the last step of the effect is sent")
  }

  @Test func theEndOfInputWaitsForWorkWhoseCallIsAnsweredEarly() async throws {
    let app = CounterApp(gate: Gate(honoursCancellation: false))
    var configuration = ServerConfiguration()
    configuration.closeTimeout = .milliseconds(20)
    configuration.drainTimeout = .seconds(60)
    let client = TestClient(app, configuration: configuration)
    try await client.open("counter", as: "c")
    let call = client.call("addLater", on: "c", ["request": "r"])
    client.cancel(call)
    client.endInput()
    #expect(await call.failure?.kind == .requestCancelled(.requested))
    for _ in 1...1000 { await Task.yield() }
    #expect(client.status == nil)
    await app.gate.release("r", with: ())
    try await yield(while: client.status == nil)
    #expect(client.takeChanges().last == #"c {"number":1,"isBusy":false}"#, "the last step of the work is sent")
  }
}
