import SVVS
import SVVSTesting
import StateProtocol
import StateServer
import Testing

@JSONCodable
enum Badge: String {
  case silver, golden
}

@MainActor @Observable @ViewState("safe")
final class SafeViewState {
  @WriteOnly var key = Badge.silver
  var label = Badge.silver

  @Action(.argument("key", isWriteOnly: true)) func open(key: Badge, label: Badge? = nil) {}
}

/// The names that a failure suggests and lists, and the names that the server chooses.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct KnownNamesTests {
  let host = TestHost(CounterApp())
  let client: TestClient
  let other: TestClient

  init() {
    client = TestClient(host)
    other = TestClient(host)
  }

  @Test func theViewsOfTheConnectionAreListedInTheFailure() async throws {
    try await client.open("counter", as: "mine")
    try await client.open("local", as: "also")
    try await other.open("counter", as: "theirs")
    let unknown = await client.request(ViewGet(view: "minne")).failure?.unknown
    #expect(unknown == UnknownName(name: "minne", available: ["also", "mine"], suggestion: "mine"))
    #expect(await other.request(ViewGet(view: "mine")).failure?.unknown?.available == ["theirs"])
  }

  @Test func theSharedSessionsOfTheProcessAreListedInTheFailure() async throws {
    try await other.share("work")
    _ = try await other.request(SessionOpen(session: "own")).result
    let unknown = await client.request(SessionJoin(session: "wrok")).failure?.unknown
    #expect(unknown == UnknownName(name: "wrok", available: ["work"], suggestion: "work"))
    #expect(await client.request(SessionClose(session: "work")).failure?.unknown?.available == ["default"])
  }

  @Test func viewsThatAreBeingClosedAreLeftOut() async throws {
    let app = CounterApp(gate: Gate(honoursCancellation: false))
    let client = TestClient(app)
    for view in ["closing", "open"] { try await client.open("counter", as: view) }
    #expect(await client.request("nothing").failure?.kind.candidates == ["closing", "open"])
    client.call("addLater", on: "closing", ["request": "r"])
    let close = client.request(ViewClose(view: "closing"))
    #expect(await client.request("nothing").failure == nil, "the other view alone has the action")
    #expect(await client.request(ViewGet(view: "opne")).failure?.unknown?.available == ["open"])
    let closeOther = client.request(ViewClose(view: "open"))
    #expect(await closeOther.failure == nil)
    #expect(await client.request("nothing").failure?.kind.candidates == [])
    #expect(await client.request("noting").failure?.unknown?.available.contains("nothing") == false)
    await app.gate.release("r", with: ())
    #expect(await close.failure == nil)
  }

  @Test func moreThanAThousandViewsAreNotListed() async throws {
    for number in 1...1_000 { client.request(ViewOpen(type: "counter", view: ExactString("c\(number)"))) }
    #expect(await client.request("nothing").failure?.kind.candidates?.count == 100)
    #expect(await client.request(ViewGet(view: "c0")).failure?.unknown?.available.count == 100)
    client.request(ViewOpen(type: "counter", view: "another"))
    #expect(await client.request("nothing").failure?.kind.candidates == [])
    #expect(await client.request(ViewGet(view: "c0")).failure?.unknown == nil)
  }

  @Test func moreThanAThousandSharedSessionsAreNotListed() async throws {
    for number in 1...1_000 { other.request(SessionOpen(session: ExactString("s\(number)"), shared: true)) }
    #expect(await client.request(SessionJoin(session: "s0")).failure?.unknown?.available.count == 100)
    other.request(SessionOpen(session: "another", shared: true))
    #expect(await client.request(SessionJoin(session: "s0")).failure?.unknown == nil)
  }

  @Test func theViewTypesAreListedInTheirOrder() async {
    let unknown = await client.request(ViewOpen(type: "Counter")).failure?.unknown
    #expect(unknown == UnknownName(name: "Counter", available: ["counter", "memo", "local"], suggestion: "counter"))
  }

  @Test func actionsOfClosedViewsAreSuggestedToo() async {
    let failure = await client.request("addlater").failure
    #expect(failure?.unknown?.suggestion == "addLater")
    #expect(failure?.unknown?.available.contains("addLater") == false)
  }

  @Test func noNameIsSuggestedForASecret() async throws {
    let client = TestClient(SafeViewState.self) { SafeViewState() }
    try await client.open("safe", as: "s")
    func set(_ properties: String) async -> Failure? {
      await client.request("view/set", #"{"view":"s","properties":\#(properties)}"#).failure
    }
    let values = ["silver", "golden"]
    let secret = UnknownName(name: nil, available: values, suggestion: nil)
    let known = UnknownName(name: nil, available: values, suggestion: "golden")
    #expect(await set(#"{"key":"goldne"}"#)?.unknown == secret)
    #expect(await set(#"{"label":"goldne"}"#)?.unknown == known)
    #expect(await client.call("open", on: "s", ["key": "goldne"]).failure?.unknown == secret)
    #expect(await client.call("open", on: "s", ["key": "golden", "label": "goldne"]).failure?.unknown == known)
  }

  @Test func namesAreCountedByThemselvesInTheProcess() async throws {
    func opened(_ client: TestClient, _ name: ExactString? = nil) async throws -> String {
      try ViewSnapshot<JSONObject>(json: await client.request(ViewOpen(type: "counter", view: name)).result).view.string
    }
    _ = try await opened(client, "mine")
    #expect(try await opened(client) == "view1")
    #expect(try await opened(other) == "view2")
    _ = try await opened(other, "view3")
    #expect(try await opened(other) == "view4", "what is in use is left out")
    #expect(try await opened(client) == "view5")
  }
}

extension Failure.Kind {
  fileprivate var candidates: [String]? {
    guard case .invalidParams(_, let candidates) = self else { return nil }
    return candidates
  }
}

extension Failure {
  fileprivate var unknown: UnknownName? {
    guard case .unknownName(let unknown) = detail else { return nil }
    return unknown
  }
}
