import SVVSTesting
import StateProtocol
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct SVVSTestingExamples {
  @Test func aUserIsLoaded() async throws {
    let users = GatedUsers()
    let client = TestClient(UserViewState.self) { UserViewState(users: users) }
    try await client.open("user", as: "u")
    let load = client.call("load", on: "u", ["id": "A"])
    #expect(client.takeChanges() == [#"u {"isLoading":true}"#])
    await users.gate.release("A", with: User(id: "A", name: "Ann"))
    await load.settled
    #expect(client.takeChanges() == [#"u {"user":{"id":"A","name":"Ann"},"isLoading":false}"#])
  }

  @Test func aFailureIsState() async throws {
    let users = GatedUsers()
    let client = TestClient(UserViewState.self) { UserViewState(users: users) }
    try await client.open("user", as: "u")
    let load = client.call("load", on: "u", ["id": "Z"])
    await users.gate.fail("Z", with: NoSuchUser())
    #expect(await load.failure == nil)
    #expect(try await client.state(of: "u")["errorMessage"]?.string == "NoSuchUser()")
  }

  @Test func aCloseCancelsTheCalls() async throws {
    let users = GatedUsers()
    let client = TestClient(UserViewState.self) { UserViewState(users: users) }
    try await client.open("user", as: "u")
    let load = client.call("load", on: "u", ["id": "A"])
    let close = client.request(ViewClose(view: "u"))
    #expect(await load.failure?.kind == .requestCancelled(.viewClosed))
    #expect(await close.failure == nil)
  }

  @Test func aGreetingGoesAfterThreeSeconds() async throws {
    let clock = ManualClock()
    let client = TestClient(UserViewState.self) { UserViewState(users: GatedUsers(), clock: clock) }
    try await client.open("user", as: "u")
    let greet = client.call("greet", on: "u")
    #expect(client.takeChanges() == [#"u {"greeting":"Hello"}"#])
    await clock.sleepers(1)
    clock.advance(by: .seconds(3))
    await greet.settled
    #expect(client.takeChanges() == [#"u {"greeting":null}"#])
  }

  @Test func twoClientsShareAnApp() async throws {
    let host = TestHost(ListApp())
    let (first, second) = (TestClient(host), TestClient(host))
    try await first.open("list", as: "l")
    try await second.open("list", as: "l")
    await first.call("add", on: "l").settled
    #expect(second.takeChanges() == [#"l {"items":[{"id":1,"title":""}]}"#])
  }

  @Test func aReaderThatIsBehindIsSentOneChange() async throws {
    let client = TestClient(ListApp())
    try await client.open("list", as: "l")
    client.isReading = false
    let calls = [client.call("add", on: "l"), client.call("add", on: "l")]
    client.isReading = true
    for call in calls { await call.settled }
    #expect(client.takeChanges() == [#"l {"items":[{"id":1,"title":""},{"id":2,"title":""}]}"#])
  }
}
