import MainLoop
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct DispatchLoopStopTests {
  private let fixture: LoopFixture

  init() throws {
    fixture = try LoopFixture()
  }

  @Test func stoppingWritesWhatWaitsAndTellsTheStatus() async {
    fixture.send("bye".utf8)
    fixture.loop.stop(status: 3, patience: .seconds(10))
    #expect(fixture.statuses == [3])
    #expect(await fixture.output.take(3) == Array("bye".utf8))
  }

  @Test func stoppingWaitsForASlowReader() async {
    fixture.send(manyBytes)
    async let bytes = fixture.output.take(manyBytes.count)
    await fixture.turn()
    fixture.loop.stop(status: 0, patience: .seconds(30))
    #expect(fixture.statuses == [0])
    #expect(await bytes == manyBytes)
  }

  @Test func stoppingGivesUpAReaderThatDoesNotRead() {
    fixture.send(manyBytes)
    fixture.loop.stop(status: 0, patience: .zero)
    #expect(fixture.statuses == [0])
    #expect(fixture.unsent.count > 0)
  }

  @Test func theClientMayStopTheLoopWhileTheOutputIsBlocked() async throws {
    fixture.client.reaction = { [unowned fixture] event in
      if event == .inputEnded { fixture.loop.stop(status: 1, patience: .zero) }
    }
    fixture.send(manyBytes)
    await fixture.turn()
    fixture.input.closeWriteEnd()
    #expect(await fixture.client.wait(for: .inputEnded))
    #expect(fixture.statuses == [1])
  }
}
