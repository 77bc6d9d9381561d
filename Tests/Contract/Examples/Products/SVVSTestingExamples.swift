import SVVSTesting
import StateProtocol
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct SVVSTestingExamples {
  @Test func aUserIsLoaded() async throws {
    let users = GatedUsers()
    let client = TestClient(UserViewState.self) { UserViewState(users: users) }
    let user = try await client.open(UserViewState.self)
    let load = user.start("load", ["id": "A"])
    #expect(user.state.isLoading)
    await users.gate.release("A", with: User(id: "A", name: "Ann"))
    await load.settled
    #expect(!user.state.isLoading)
    #expect(user.state.user?.name == "Ann")
  }

  @Test func aUserIsLoadedInTwoCommits() async throws {
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
    let user = try await client.open(UserViewState.self)
    let load = user.start("load", ["id": "Z"])
    await users.gate.fail("Z", with: NoSuchUser())
    #expect(await load.failure == nil)
    #expect(user.state.errorMessage == "NoSuchUser()")
  }

  @Test func aCloseCancelsTheCalls() async throws {
    let users = GatedUsers()
    let client = TestClient(UserViewState.self) { UserViewState(users: users) }
    let user = try await client.open(UserViewState.self)
    let load = user.start("load", ["id": "A"])
    #expect(user.state.isLoading)
    try await user.close()
    #expect(await load.failure?.kind == .requestCancelled(.viewClosed))
  }

  @Test func aGreetingGoesAfterThreeSeconds() async throws {
    let clock = ManualClock()
    let client = TestClient(UserViewState.self) { UserViewState(users: GatedUsers(), clock: clock) }
    let user = try await client.open(UserViewState.self)
    let greet = user.start("greet")
    #expect(user.state.greeting == "Hello")
    await clock.sleepers(1)
    clock.advance(by: .seconds(3))
    await greet.settled
    #expect(user.state.greeting == nil)
  }

  @Test func twoClientsShareAnApp() async throws {
    let host = TestHost(ListApp())
    let (first, second) = (TestClient(host), TestClient(host))
    let list = try await first.open(ListViewState.self)
    let other = try await second.open(ListViewState.self)
    try await list.call("add")
    #expect(list.state.items.count == 1)
    #expect(other.state.items.count == 1)
  }

  @Test func anItemIsShownWhenItIsAdded() async throws {
    let client = TestClient(ListApp())
    let list = try await client.open(ListViewState.self)
    let item = try await client.open(ItemViewState.self, params: ["id": 1])
    try await list.set(\.draft, "Milk")
    try await list.call("add")
    #expect(item.state.item?.title == "Milk")
    list.ignoreChanges()
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
