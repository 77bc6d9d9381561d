import DemoApp
import DemoFixtures
import SVVSTesting
import Testing

/// The stored initial number of the counters.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct CounterSettingsTests {
  @Test func aStoredStartIsTheDefaultUntilItIsSetAndLeavesRunningCountersAlone() async throws {
    let client = TestClient(FixtureApp())
    try await client.open("counterA", as: "a")
    #expect(try await client.open("counterSettings", as: "s")["startCount"]?.integer == 0)
    await client.call("setStartCount", on: "s", ["count": 10]).settled
    #expect(client.takeChanges() == [#"s {"startCount":10}"#])
  }

  @Test func countersStartWhereTheSettingSays() async throws {
    let app = GatedApp()
    try await app.client.open("counterSettings", as: "s")
    await app.client.call("setStartCount", on: "s", ["count": 10]).settled
    let backend = Backend(
      users: app.users, authentication: app.authentication, notes: app.notes, smoothies: app.smoothies,
      chat: app.chat, search: app.search, database: app.database)
    let next = TestClient(FixtureApp(backend: backend))
    #expect(try await next.open("counterA", as: "a")["count"]?.integer == 10)
  }
}
