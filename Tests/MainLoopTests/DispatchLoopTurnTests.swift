import MainLoop
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct DispatchLoopTurnTests {
  private let fixture: LoopFixture

  init() throws {
    fixture = try LoopFixture()
  }

  @Test func manyRequestsForATurnMakeOne() async {
    fixture.loop.setNeedsTurn()
    fixture.loop.setNeedsTurn()
    fixture.send("x".utf8)
    #expect(fixture.client.events.isEmpty)
    await fixture.turn()
    await fixture.turn()
    #expect(fixture.client.events == [.turnEnded])
  }

  @Test func everyTurnMayAskForAnother() async {
    fixture.loop.setNeedsTurn()
    await fixture.turn()
    fixture.loop.setNeedsTurn()
    await fixture.turn()
    #expect(fixture.client.events == [.turnEnded, .turnEnded])
  }

  @Test func aTurnAskedForInATurnComesAfterIt() async {
    var depths: [Int] = []
    var depth = 0
    fixture.client.reaction = { [unowned fixture] _ in
      depth += 1
      depths.append(depth)
      if depths.count == 1 { fixture.loop.setNeedsTurn() }
      depth -= 1
    }
    fixture.loop.setNeedsTurn()
    await fixture.turn()
    await fixture.turn()
    #expect(depths == [1, 1])
  }

  @Test func whatIsSentAtTheEndOfATurnIsWrittenInIt() async {
    fixture.client.reaction = { [unowned fixture] _ in
      if fixture.unsent.count == 0 { fixture.send("state".utf8) }
      fixture.client.reaction = nil
    }
    fixture.loop.setNeedsTurn()
    #expect(await fixture.client.wait(for: .turnEnded))
    #expect(await fixture.output.take(5) == Array("state".utf8))
  }
}
