import Testing

@testable import MainLoop

@MainActor @Suite(.timeLimit(.minutes(1)))
struct LoopTurnTests {
  private let fixture: LoopFixture
  private var driver: LoopDriver { fixture.driver }

  init() throws {
    fixture = try LoopFixture()
  }

  @Test func aWatchedDescriptorEndsATurn() async throws {
    let pipe = try Pipe()
    var calls: [String] = []
    driver.client.reaction = { calls.append("turn ended") }
    driver.loop.watch(pipe.readEnd) {
      pipe.takeNow(1)
      calls.append("ready")
    }
    try pipe.put("x")
    #expect(await driver.until { calls.contains("ready") })
    #expect(await driver.until { calls.last == "turn ended" })
    #expect(calls.count { $0 == "ready" } == 1)
  }

  @Test func whatIsSentAtTheEndOfATurnIsWrittenInIt() async throws {
    let pipe = try Pipe()
    driver.client.reaction = { [weak fixture] in fixture?.send("state".utf8) }
    driver.loop.watch(pipe.readEnd) { pipe.takeNow(1) }
    try pipe.put("x")
    #expect(try await fixture.take(5) == Array("state".utf8))
  }

  #if os(Linux)
    @Test func aScheduledTurnIsLeftToTheEndOfTheTurn() async {
      var isCalled = false
      driver.loop.schedule { isCalled = true }
      await fixture.turn()
      #expect(!isCalled)
    }
  #else
    @Test func everyScheduledTurnRunsOnceAndTheyEndAsOne() async {
      var turns: [Int] = []
      driver.loop.schedule { turns.append(1) }
      driver.loop.schedule { turns.append(2) }
      fixture.send("x".utf8)
      #expect(turns.isEmpty)
      await fixture.turn()
      await fixture.turn()
      #expect(turns == [1, 2])
      #expect(driver.client.turnCount == 1)
    }

    @Test func aTurnThatIsScheduledInATurnComesAfterIt() async {
      var depths: [Int] = []
      var depth = 0
      func turn() {
        depth += 1
        depths.append(depth)
        if depths.count == 1 { driver.loop.schedule(turn) }
        depth -= 1
      }
      driver.loop.schedule(turn)
      await fixture.turn()
      await fixture.turn()
      #expect(depths == [1, 1])
    }
  #endif
}
