import Testing

@testable import MainLoop

@MainActor @Suite(.onEachLoop, .timeLimit(.minutes(1)))
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

  @Test func outputAtTheEndOfATurnIsWrittenInIt() async throws {
    let pipe = try Pipe()
    driver.client.reaction = { [weak fixture] in fixture?.send("state".utf8) }
    driver.loop.watch(pipe.readEnd) { pipe.takeNow(1) }
    try pipe.put("x")
    #expect(try await fixture.take(5) == Array("state".utf8))
  }

  @Test func aNextTurnComesWithoutAnEventAndAfterTheEventsThatAreReady() async throws {
    var calls: [String] = []
    let turns = Turns { [weak loop = driver.loop] turns in
      calls.append("turn")
      if turns.count < 5 { loop?.scheduleNextTurn(turns) }
    }
    let pipe = try Pipe()
    driver.loop.watch(pipe.readEnd) {
      pipe.takeNow(1)
      calls.append("ready")
    }
    try pipe.put("x")
    driver.loop.scheduleNextTurn(turns)
    #expect(turns.count == 0)
    #expect(await driver.until { turns.count == 5 })
    #expect(calls.firstIndex(of: "ready").map { $0 < 4 } ?? false, "events are handled between the turns")
    #expect(turns.depths == [1, 1, 1, 1, 1])
  }

  @Test(.only(.poll)) func aScheduledTurnIsLeftToTheEndOfTheTurn() async {
    let turns = Turns()
    driver.loop.schedule(turns)
    await fixture.turn()
    #expect(turns.count == 0)
  }

  @Test(.only(.dispatch)) func everyScheduledTurnRunsOnceAndTheyEndAsOne() async {
    let turns = Turns()
    driver.loop.schedule(turns)
    driver.loop.schedule(turns)
    fixture.send("x".utf8)
    #expect(turns.count == 0)
    await fixture.turn()
    await fixture.turn()
    #expect(turns.count == 2)
    #expect(driver.client.turnCount == 1)
  }

  @Test(.only(.dispatch)) func aTurnThatIsScheduledInATurnComesAfterIt() async {
    let turns = Turns { [weak loop = driver.loop] turns in
      if turns.count == 1 { loop?.schedule(turns) }
    }
    driver.loop.schedule(turns)
    await fixture.turn()
    await fixture.turn()
    #expect(turns.depths == [1, 1])
  }
}

/// Counts how often a turn has ended, and how deep within others.
@MainActor
private final class Turns: TurnClient {
  private let body: (Turns) -> Void
  private(set) var depths: [Int] = []
  private var depth = 0

  init(_ body: @escaping (Turns) -> Void = { _ in }) { self.body = body }

  var count: Int { depths.count }

  func turnEnded() {
    depth += 1
    depths.append(depth)
    body(self)
    depth -= 1
  }
}
