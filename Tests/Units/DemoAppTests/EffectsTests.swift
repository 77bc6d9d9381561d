import DemoApp
import SVVSTesting
import Testing

/// The effects page on a clock that the test turns.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct EffectsTests {
  let app = GatedApp()
  var client: TestClient { app.client }
  var clock: ManualClock { app.clock }

  init() async throws {
    try await client.open("effects", as: "e")
  }

  func tap(seconds: Int = 1, on view: String = "e") -> TestCall {
    client.call("handle", on: view, ["action": "buttonTap", "seconds": seconds])
  }

  @Test func anInstantActionIsDoneBeforeItsReplyWithoutATask() async {
    let call = client.call("handle", on: "e", ["action": "instant"])
    #expect(client.takeChanges() == [#"e {"instants":1}"#])
    #expect(call.isSettled)
  }

  @Test func aTapIsAnsweredWhenItsTimeIsOver() async {
    let tap = tap(seconds: 2)
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    #expect(client.takeChanges() == [#"e {"tapsUnderWay":1}"#])
    #expect(!tap.isSettled)
    clock.advance(by: .seconds(1))
    #expect(await tap.failure == nil)
    #expect(client.takeChanges() == [#"e {"tapsUnderWay":0,"tapsCompleted":1}"#])
  }

  @Test func cancellingOneTapLeavesItsSibling() async {
    let (first, second) = (tap(), tap())
    await clock.sleepers(2)
    client.cancel(first)
    #expect(await first.failure?.kind.name == "RequestCancelled")
    clock.advance(by: .seconds(1))
    #expect(await second.failure == nil)
    #expect(client.takeChanges().last == #"e {"tapsUnderWay":0,"tapsCompleted":1}"#)
  }

  @Test func closingAViewCancelsItsTapsAndLeavesThoseOfOthers() async throws {
    try await client.open("effects", as: "other")
    let (mine, others) = (tap(), tap(on: "other"))
    await clock.sleepers(2)
    await client.request("view/close", #"{"view":"e"}"#).settled
    #expect(await mine.failure?.kind == .requestCancelled(.viewClosed))
    #expect(!others.isSettled)
    clock.advance(by: .seconds(1))
    #expect(await others.failure == nil)
    #expect(client.takeChanges().last == #"other {"tapsUnderWay":0,"tapsCompleted":1}"#)
  }

  @Test func aTapContinuesWithoutItsCaller() async throws {
    client.send(#"{"jsonrpc":"2.0","method":"handle","params":{"view":"e","action":"buttonTap"}}"#)
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    while try await !client.nextLine().contains(#""tapsCompleted":1"#) {}
    #expect(client.takeChanges().last == #"e {"tapsUnderWay":0,"tapsCompleted":1}"#)
  }
}
