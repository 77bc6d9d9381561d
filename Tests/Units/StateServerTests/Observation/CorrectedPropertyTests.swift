import SVVS
import SVVSTesting
import Testing

/// Properties whose `didSet` sets them once more.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct CorrectedPropertyTests {
  @MainActor @ViewState("level")
  final class LevelViewState {
    var level = 0 {
      didSet { if level > 10 { level = 10 } }
    }
    var isHigh: Bool { level > 5 }

    @Action func raise() { level += 7 }
  }

  @Test func theLastValueIsSentInOneCommit() async throws {
    let client = TestClient(LevelViewState.self) { LevelViewState() }
    try await client.open("level", as: "l")
    await client.set(["level": 12], on: "l").settled
    #expect(client.takeChanges() == [#"l {"level":10,"isHigh":true}"#])
    await client.set(["level": 4], on: "l").settled
    #expect(client.takeChanges() == [#"l {"level":4,"isHigh":false}"#])
    await client.call("raise", on: "l").settled
    #expect(client.takeChanges() == [#"l {"level":10,"isHigh":true}"#])
    await client.call("raise", on: "l").settled
    #expect(client.takeChanges() == [], "it is what it was")
  }
}
