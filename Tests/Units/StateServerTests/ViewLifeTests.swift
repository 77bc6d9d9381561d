import SVVS
import SVVSTesting
import StateProtocol
import StateServer
import TestSupport
import Testing

/// Opening and closing views and sessions.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ViewLifeTests {
  let app: CounterApp
  let client: TestClient

  init() {
    app = CounterApp()
    var configuration = ServerConfiguration()
    configuration.closeTimeout = .milliseconds(50)
    client = TestClient(app, configuration: configuration)
  }

  @Test(arguments: ["addLater", "addInEffect"])
  func closingAViewCancelsItsCallsAndAnswersEach(action: String) async throws {
    try await client.open("counter", as: "c")
    let call = client.call(action, on: "c", ["request": "r"])
    let close = client.request("view/close", #"{"view":"c"}"#)
    #expect(await call.failure?.kind == .requestCancelled(.viewClosed))
    #expect(await close.failure == nil)
    #expect(client.takeChanges() == [#"c {"isBusy":true}"#, #"c {"isBusy":false}"#])
    #expect(app.store.number == 0)
  }

  @Test func closingAViewCancelsWorkThatNoCallWaitsFor() async throws {
    try await client.open("counter", as: "c")
    await client.call("addInBackground", on: "c", ["request": "r"]).settled
    await app.gate.arrival(of: 1)
    await client.request("view/close", #"{"view":"c"}"#).settled
    #expect(client.takeChanges().last == #"c {"isBusy":false}"#)
    #expect(app.store.number == 0)
  }

  @Test func aViewStateIsMadeOnceAtTheOpeningAndReleasedAtTheClose() async throws {
    try await client.open("counter", as: "c")
    await client.call("add", on: "c").settled
    await client.set(["label": "x"], on: "c").settled
    _ = try await client.state(of: "c")
    #expect(app.made.count == 1)
    #expect(app.made.last != nil && app.made.effectsOfLast != nil)
    await client.request("view/close", #"{"view":"c"}"#).settled
    #expect(app.made.last == nil && app.made.effectsOfLast == nil)
  }

  @Test func storesOfAViewSurviveItsClose() async throws {
    try await client.open("counter", as: "c")
    await client.call("add", on: "c").settled
    await client.request("view/close", #"{"view":"c"}"#).settled
    #expect(app.store.number == 1)
    #expect(try await client.open("counter", as: "c")["number"]?.integer == 1)
    #expect(app.made.count == 2)
  }

  @Test func nothingOfAClosedViewIsMentioned() async throws {
    try await client.open("counter", as: "c")
    try await client.open("counter", as: "d")
    await client.request("view/close", #"{"view":"c"}"#).settled
    await client.call("add", on: "d").settled
    #expect(client.takeChanges() == [#"d {"number":1}"#])
    #expect(await client.call("add", on: "c").failure?.kind == .invalidParams(path: JSONPointer("view")))
  }

  @Test func workThatIgnoresCancellationIsCutLoose() async throws {
    let app = CounterApp(gate: Gate(honoursCancellation: false))
    var configuration = ServerConfiguration()
    configuration.closeTimeout = .milliseconds(50)
    let client = TestClient(app, configuration: configuration)
    try await client.open("counter", as: "c")
    let call = client.call("addLater", on: "c", ["request": "r"])
    let close = client.request("view/close", #"{"view":"c"}"#)
    #expect(await call.failure?.kind.name == "RequestCancelled")
    await close.settled
    _ = client.takeChanges()
    #expect(app.made.last != nil, "the work holds on to its state")
    await app.gate.release("r", with: ())
    try await yield(while: app.made.last != nil)
    #expect(client.takeChanges() == [], "the end of the work causes no notification")
  }

  @Test func workAddedWhileTheViewIsClosedIsCancelled() async throws {
    try await client.open("counter", as: "c")
    let call = client.call("addWhenCancelled", on: "c", ["request": "r"])
    await client.request("view/close", #"{"view":"c"}"#).settled
    #expect(await call.failure?.kind.name == "RequestCancelled")
    #expect(app.gate.arrived == ["r", "late"])
    #expect(app.store.number == 0)
    #expect(app.made.last == nil, "nothing is left running")
  }

  @Test func closingASessionCancelsAllItsViewsBeforeItWaitsForAny() async throws {
    let app = CounterApp(gate: Gate(honoursCancellation: false))
    let client = TestClient(app)
    for view in ["c", "d"] {
      try await client.open("counter", as: view)
      await client.call("addInBackground", on: view, ["request": view]).settled
    }
    let close = client.request("session/close", #"{"session":"default"}"#)
    #expect(app.cancelled.values == ["c", "d"])
    for view in ["d", "c"] { await app.gate.release(view, with: ()) }
    #expect(await close.failure == nil)
  }

  @Test func aSessionThatIsBeingClosedTakesNothingAndCountsAsOpen() async throws {
    let app = CounterApp(gate: Gate(honoursCancellation: false))
    var configuration = ServerConfiguration()
    configuration.limits.sessions = 1
    let client = TestClient(app, configuration: configuration)
    func open(_ session: ExactString) async -> Failure.Kind? {
      await client.request(SessionOpen(session: session)).failure?.kind
    }
    #expect(await open("s") == nil)
    try await client.open("counter", as: "c", session: "s")
    await client.call("addInBackground", on: "c", ["request": "r"]).settled
    let close = client.request(SessionClose(session: "s"))
    #expect(await open("s") == .invalidParams(path: JSONPointer("session")))
    #expect(await open("t") == .overloaded(.sessions))
    #expect(await client.request(SessionClose(session: "s")).failure?.kind.name == "InvalidParams")
    #expect(await client.request(ViewOpen(type: "counter", session: "s")).failure?.kind.name == "InvalidParams")
    await app.gate.release("r", with: ())
    #expect(await close.failure == nil)
    #expect(await open("s") == nil)
  }

  @Test func theNameOfASessionIsFreeWhenTheCloseHasSettledEvenIfNobodyReads() async throws {
    await client.request(SessionOpen(session: "s")).settled
    try await client.open("counter", as: "c", session: "s")
    client.isReading = false
    let close = client.request(SessionClose(session: "s"))
    let open = client.request(SessionOpen(session: "s"))
    client.isReading = true
    #expect(await close.failure == nil)
    #expect(await open.failure == nil)
  }

  @Test func closingTheDefaultSessionClosesItsViewsAndKeepsItsStores() async throws {
    try await client.open("local", as: "l")
    try await client.open("counter", as: "c")
    await client.call("addLocally", on: "l").settled
    let call = client.call("addLater", on: "c", ["request": "r"])
    let close = client.request(SessionClose(session: "default"))
    let failure = await client.request(ViewOpen(type: "local", view: "m")).failure
    #expect(failure?.kind == .invalidParams(path: JSONPointer("session")))
    #expect(await call.failure?.kind == .requestCancelled(.sessionClosed))
    #expect(await close.failure == nil)
    #expect(await client.call("addLocally", on: "l").failure?.kind == .invalidParams(path: JSONPointer("view")))
    #expect(try await client.open("local", as: "l")["number"]?.integer == 1)
  }

  @Test func aScopeThatTwoViewsShareIsFinishedWithTheLastOfThem() async throws {
    let gate = Gate<String, Void>()
    let (scope, store, cancelled) = (EffectScope(), NumberStore(), Cancelled())
    let client = TestClient(ScopeUserViewState.self) {
      ScopeUserViewState(
        CounterViewState(step: 1, store: store, gate: gate, cancelled: cancelled), effects: scope)
    }
    for view in ["a", "b"] { try await client.open("scopeUser", as: view) }
    await client.call("work", on: "a").settled
    await client.request(ViewClose(view: "a")).settled
    #expect(cancelled.values == [])
    await client.request(ViewClose(view: "b")).settled
    #expect(cancelled.values == ["r"])
    try await client.open("scopeUser", as: "c")
    await client.call("work", on: "c").settled
    await gate.release("r", with: ())
    #expect(try await client.nextChange() == #"c {"number":1}"#)
  }

  @Test func aNameIsFreeWhenTheCloseHasSettledEvenIfNobodyReads() async throws {
    try await client.open("counter", as: "c")
    client.isReading = false
    let close = client.request("view/close", #"{"view":"c"}"#)
    let open = client.request("view/open", #"{"type":"counter","view":"c"}"#)
    client.isReading = true
    #expect(await close.failure == nil)
    #expect(await open.failure == nil)
  }

  @Test func aViewThatIsBeingClosedTakesNothingAndItsNameIsNotFree() async throws {
    try await client.open("counter", as: "c")
    client.call("addLater", on: "c", ["request": "r"])
    let close = client.request("view/close", #"{"view":"c"}"#)
    #expect(await client.call("add", on: "c").failure?.kind.name == "InvalidParams")
    #expect(await client.request("view/open", #"{"type":"counter","view":"c"}"#).failure?.kind.name == "InvalidParams")
    await close.settled
    try await client.open("counter", as: "c")
  }

  @Test func closingASessionClosesItsViewsAlone() async throws {
    await client.request("session/open", #"{"session":"s"}"#).settled
    try await client.open("counter", as: "c")
    try await client.open("counter", as: "d", session: "s")
    let call = client.call("addLater", on: "d", ["request": "r"])
    await client.request("session/close", #"{"session":"s"}"#).settled
    #expect(await call.failure?.kind == .requestCancelled(.sessionClosed))
    #expect(await client.call("add", on: "d").failure?.kind.name == "InvalidParams")
    #expect(await client.call("add", on: "c").failure == nil)
  }

  @Test func storesOfASessionAreItsOwn() async throws {
    await client.request("session/open", #"{"session":"s"}"#).settled
    try await client.open("local", as: "a")
    try await client.open("local", as: "b")
    try await client.open("local", as: "c", session: "s")
    await client.call("addLocally", on: "a").settled
    #expect(client.takeChanges() == [#"a {"number":1}; b {"number":1}"#])
  }

  @Test func parametersHaveDefaultsAndAreChecked() async throws {
    try await client.open("counter", as: "c", params: ["step": 5])
    await client.call("add", on: "c").settled
    #expect(client.takeChanges() == [#"c {"number":5}"#])
    let wrong = client.request("view/open", #"{"type":"counter","params":{"step":"5"}}"#)
    #expect(await wrong.failure?.kind == .invalidParams(path: JSONPointer("params", "step")))
  }
}

/// A view that adds its effects to a scope which others also use.
@MainActor @ViewState("scopeUser")
final class ScopeUserViewState {
  var number: Int { counter.number }

  let effects: EffectScope
  private let counter: CounterViewState

  init(_ counter: CounterViewState, effects: EffectScope) { (self.counter, self.effects) = (counter, effects) }

  @Action func work() { effects.add(counter.addInEffect("r")) }
}
