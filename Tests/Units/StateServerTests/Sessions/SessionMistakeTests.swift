import SVVS
import SVVSTesting
import StateProtocol
import StateServer
import Testing

/// Invalid requests about shared sessions, which are refused and change nothing.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct SessionMistakeTests {
  let host = TestHost(CounterApp())
  let client: TestClient

  init() { client = TestClient(host) }

  @Test(arguments: [
    (#"{"shared":true,"keep":-1}"#, "keep"), (#"{"shared":true,"keep":86400.5}"#, "keep"),
    (#"{"keep":1}"#, "keep"), (#"{"shared":false,"keep":1}"#, "keep"), (#"{"shared":true,"keep":"1"}"#, "keep"),
    (#"{"shared":1}"#, "shared"), (#"{"session":"default","shared":true}"#, "session"),
    (#"{"session":"taken","shared":true}"#, "session"),
  ])
  func anOpeningIsRefused(params: String, path: String) async throws {
    try await TestClient(host).share("taken")
    #expect(await client.request("session/open", params).failure?.kind == .invalidParams(path: JSONPointer(path)))
    #expect(try await sessions() == ["taken"])
  }

  @Test(arguments: [
    (#"{"session":"nowhere"}"#, "/session"), (#"{"session":"own"}"#, "/session"), ("{}", "/session"),
    (#"{"session":"work","token":"x"}"#, "/token"), (#"{"session":"work","unanswered":[1]}"#, "/unanswered"),
    (#"{"session":"work","token":7}"#, "/token"), (#"{"session":"work","delivery":"loud"}"#, "/delivery"),
    (#"{"session":"work","token":null,"unanswered":[{}]}"#, "/unanswered/0"),
  ])
  func aJoinIsRefused(params: String, path: String) async throws {
    try await TestClient(host).share("work")
    _ = try await client.request(SessionOpen(session: "own")).result
    let failure = await client.request("session/join", params).failure
    #expect(failure?.kind == JSONPointer(parsing: path).map { .invalidParams(path: $0) })
    #expect(try await connections(of: "work") == 0)
  }

  @Test func aSessionIsJoinedOnce() async throws {
    let owner = TestClient(host)
    try await owner.share("work")
    try await client.join("work")
    for joiner in [client, owner] {
      let failure = await joiner.request(SessionJoin(session: "work")).failure
      #expect(failure?.kind == .invalidParams(path: JSONPointer("session")))
    }
    #expect(try await connections(of: "work") == 2)
  }

  @Test func theTokenOfAnotherSessionIsRefused() async throws {
    let owner = TestClient(host)
    let token = try await owner.share("other")
    try await owner.share("work")
    for wrong in [token, token + "0", "", token.dropLast() + "2"] {
      let failure = await client.request(SessionJoin(session: "work", token: String(wrong))).failure
      #expect(failure?.kind == .invalidParams(path: JSONPointer("token")))
    }
    #expect(owner.status == nil)
  }

  @Test func aViewWhoseNameIsInUseIsNotJoined() async throws {
    let owner = TestClient(host)
    try await owner.share("work")
    try await owner.open("counter", as: "a", session: "work")
    try await client.open("counter", as: "a")
    let failure = await client.request(SessionJoin(session: "work")).failure
    #expect(failure?.kind == .invalidParams(path: JSONPointer("session")))
    #expect(try await connections(of: "work") == 1)
    await owner.call("add", on: "a").settled
    #expect(client.takeChanges() == [#"a {"number":1}"#], "its own view, once")
  }

  @Test func aViewIsNotOpenedByANameThatAnotherHasInUse() async throws {
    let owner = TestClient(host)
    try await owner.share("work")
    try await client.join("work")
    try await client.open("counter", as: "a")
    let failure = await owner.request(ViewOpen(type: "counter", view: "a", session: "work")).failure
    #expect(failure?.kind == .invalidParams(path: JSONPointer("view")))
    try await owner.open("counter", as: "b", session: "work")
    let second = await client.request(ViewOpen(type: "counter", view: "b")).failure
    #expect(second?.kind == .invalidParams(path: JSONPointer("view")))
  }

  @Test func anIdThatIsUnderWayIsNotTakenOver() async throws {
    let owner = TestClient(host)
    let token = try await owner.share("work")
    let client = TestClient(host)
    try await client.open("counter", as: "c")
    client.send(#"{"jsonrpc":"2.0","id":"busy","method":"addLater","params":{"view":"c","request":"r"}}"#)
    let join = SessionJoin(session: "work", token: token, unanswered: [.integer(1), .string("busy")])
    let failure = await client.request(join).failure
    #expect(failure?.kind == JSONPointer(parsing: "/unanswered/1").map { .invalidParams(path: $0) })
    #expect(owner.status == nil)
  }

  // MARK: -

  private func list() async throws -> [SharedSession] {
    try SharedSessions(json: await TestClient(host).request(SessionList()).result).sessions
  }

  private func sessions() async throws -> [ExactString] { try await list().map(\.session) }

  private func connections(of session: ExactString) async throws -> Int? {
    try await list().first { $0.session == session }?.connections.count
  }
}
