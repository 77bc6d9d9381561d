import SVVS
import SVVSTesting
import Testing

/// The testing library as an app author meets it.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct TestClientTests {
  @Test func aViewStateIsTestedWithoutAnApp() async throws {
    let store = NumberStore()
    let client = TestClient(LocalViewState.self) { LocalViewState(store: store) }
    #expect(try await client.open("local", as: "m")["number"]?.integer == 0)
    store.number = 4
    #expect(await client.nextChange() == #"m {"number":4}"#)
    #expect(client.takeChanges() == [])
  }

  @Test func aGateListsArrivedRequestsAndWaitsForTheRequestToRelease() async throws {
    let gate = Gate<String, Int>()
    let answers = Task { [try await gate.answer(to: "a"), try await gate.answer(to: "b")] }
    await gate.release("a", with: 1)
    await gate.release("b", with: 2)
    #expect(try await answers.value == [1, 2])
    #expect(gate.arrived == ["a", "b"])
  }

  @Test func aTurnedClockWakesThoseWhoseTimeHasCome() async throws {
    let clock = ManualClock()
    let sleepers = [2, 1].map { seconds in
      Task {
        try await clock.sleep(for: .seconds(seconds))
        return clock.now
      }
    }
    await clock.sleepers(2)
    clock.advance(by: .seconds(1))
    let first = try await sleepers[1].value
    clock.advance(by: .seconds(1))
    #expect(first.duration(to: try await sleepers[0].value) == .seconds(1))
  }
}
