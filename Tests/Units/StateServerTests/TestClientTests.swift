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
    #expect(try await client.nextChange() == #"m {"number":4}"#)
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

  @Test func aCancelledTaskStopsWaiting() async throws {
    let gate = Gate<String, Int>()
    let clock = ManualClock()
    let host = TestHost(CounterApp())
    let (client, other) = (TestClient(host), TestClient(host))
    let view = try await client.open(CounterViewState.self)
    let call = view.start("addLater", ["request": "r"])
    while !client.unreadLines.isEmpty { _ = try await client.nextLine() }
    let waits: [@MainActor () async -> Void] = [
      { await gate.release("a", with: 1) }, { await gate.fail("a", with: CancellationError()) },
      { await gate.arrival(of: 1) }, { await clock.sleepers(1) }, { await call.settled },
      { #expect(await call.failure == nil) },
      { await #expect(throws: CancellationError.self) { try await call.result } },
      { await #expect(throws: CancellationError.self) { try await other.nextChange() } },
      { await #expect(throws: CancellationError.self) { try await client.nextLine() } },
      { await #expect(throws: CancellationError.self) { try await client.nextSessionChange() } },
      { await #expect(throws: CancellationError.self) { try await view.change(of: \.number) } },
    ]
    for wait in waits {
      let task = Task.immediate { await wait() }
      task.cancel()
      await task.value
      let late = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await wait()
      }
      await late.value
    }
    view.ignoreChanges()
    #expect(!call.isSettled)
    client.disconnect()
  }

  @Test func disconnectingEndsTheCallsInProgress() async throws {
    let client = TestClient(CounterApp())
    try await client.open("counter", as: "c")
    let call = client.call("addLater", on: "c", ["request": "r"])
    let result = Task.immediate { try await call.result }
    client.disconnect()
    await #expect(throws: CancellationError.self) { try await result.value }
    await client.call("add", on: "c").settled
    #expect(!call.isSettled)
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
