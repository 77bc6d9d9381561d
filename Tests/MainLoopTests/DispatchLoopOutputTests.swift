import MainLoop
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct DispatchLoopOutputTests {
  private let fixture: LoopFixture

  init() throws {
    fixture = try LoopFixture()
  }

  @Test func bytesAreWrittenBeforeTheTurnIsOver() async {
    fixture.send("one ".utf8)
    fixture.send("two".utf8)
    await fixture.turn()
    #expect(fixture.unsent.count == 0)
    #expect(!fixture.loop.isOutputBlocked)
    #expect(await fixture.output.take(7) == Array("one two".utf8))
  }

  @Test func outputBeyondThePipesBufferWaitsUntilItIsRead() async {
    fixture.send(manyBytes)
    await fixture.turn()
    #expect(fixture.loop.isOutputBlocked)
    #expect(fixture.unsent.count > 0)
    #expect(!fixture.client.events.contains(.outputDrained))

    fixture.send("end".utf8)
    #expect(await fixture.output.take(manyBytes.count + 3) == manyBytes + Array("end".utf8))
    #expect(await fixture.client.wait(for: .outputDrained))
    #expect(!fixture.loop.isOutputBlocked)
    #expect(fixture.unsent.count == 0)
    #expect(fixture.client.events.count { $0 == .outputDrained } == 1)
  }

  @Test func whatIsSentWhenTheOutputHasDrainedIsWrittenAtOnce() async {
    fixture.client.reaction = { [unowned fixture] event in
      if event == .outputDrained { fixture.send("next".utf8) }
    }
    fixture.send(manyBytes)
    await fixture.turn()
    #expect(await fixture.output.take(manyBytes.count + 4) == manyBytes + Array("next".utf8))
  }

  @Test func outputMayBlockAgain() async {
    for _ in 0..<3 {
      fixture.send(manyBytes)
      await fixture.turn()
      #expect(fixture.loop.isOutputBlocked)
      #expect(await fixture.output.take(manyBytes.count) == manyBytes)
      #expect(await fixture.client.wait(for: .outputDrained))
    }
  }

  @Test func inputAndTheMainQueueGoOnWhileTheOutputIsBlocked() async throws {
    fixture.send(manyBytes)
    await fixture.turn()
    #expect(fixture.loop.isOutputBlocked)
    try fixture.input.put("still here")
    #expect(await fixture.client.waitForText("still here"))
    await Task { @MainActor in await Task.yield() }.value
    #expect(fixture.loop.isOutputBlocked)
  }

  @Test func aReaderThatHasGoneIsReported() async {
    fixture.output.closeReadEnd()
    fixture.send("into the void".utf8)
    #expect(await fixture.client.wait(for: .outputClosed))
    #expect(fixture.unsent.count == 0)
  }

  @Test func aReaderThatGoesWhileTheOutputIsBlockedIsReported() async {
    fixture.client.reaction = { [unowned fixture] event in
      if event == .outputClosed { fixture.loop.cancel() }
    }
    fixture.send(manyBytes)
    await fixture.turn()
    #expect(fixture.loop.isOutputBlocked)
    fixture.output.takeNow(1 << 16)
    fixture.output.closeReadEnd()
    #expect(await fixture.client.wait(for: .outputClosed))
    #expect(!fixture.client.events.contains(.outputDrained))
    #expect(fixture.unsent.count == 0)
  }
}
