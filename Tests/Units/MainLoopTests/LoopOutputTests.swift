import Testing

@testable import MainLoop

@MainActor @Suite(.onEachLoop, .timeLimit(.minutes(1)))
struct LoopOutputTests {
  private let fixture: LoopFixture

  init() throws {
    fixture = try LoopFixture()
  }

  @Test func bytesAreWrittenBeforeTheTurnIsOver() async throws {
    fixture.send("one ".utf8)
    fixture.send("two".utf8)
    await fixture.turn()
    #expect(fixture.unsent.count == 0)
    #expect(!fixture.client.transport.isOutputBlocked)
    #expect(try await fixture.take(7) == Array("one two".utf8))
  }

  @Test func outputBeyondThePipesBufferWaitsUntilItIsRead() async throws {
    fixture.send(manyBytes)
    await fixture.turn()
    #expect(fixture.client.transport.isOutputBlocked)
    #expect(fixture.unsent.count > 0)
    #expect(!fixture.client.events.contains(.outputDrained))

    fixture.send("end".utf8)
    #expect(try await fixture.take(manyBytes.count + 3) == manyBytes + Array("end".utf8))
    #expect(await fixture.wait(for: .outputDrained))
    #expect(!fixture.client.transport.isOutputBlocked)
    #expect(fixture.unsent.count == 0)
    #expect(fixture.client.events.count { $0 == .outputDrained } == 1)
  }

  @Test func outputAfterADrainIsWrittenAtOnce() async throws {
    fixture.client.reaction = { [weak fixture] event in
      if event == .outputDrained { fixture?.send("next".utf8) }
    }
    fixture.send(manyBytes)
    await fixture.turn()
    #expect(try await fixture.take(manyBytes.count + 4) == manyBytes + Array("next".utf8))
  }

  @Test func outputMayBlockAgain() async throws {
    for _ in 0..<3 {
      fixture.send(manyBytes)
      await fixture.turn()
      #expect(fixture.client.transport.isOutputBlocked)
      #expect(try await fixture.take(manyBytes.count) == manyBytes)
      #expect(await fixture.driver.until { !fixture.client.transport.isOutputBlocked })
    }
  }

  @Test func inputAndTheMainQueueGoOnWhileTheOutputIsBlocked() async throws {
    fixture.send(manyBytes)
    await fixture.turn()
    #expect(fixture.client.transport.isOutputBlocked)
    try fixture.input.put("still here")
    #expect(await fixture.waitForText("still here"))
    await Task { @MainActor in await Task.yield() }.value
    #expect(fixture.client.transport.isOutputBlocked)
  }

  @Test func aReaderThatHasGoneIsReported() async throws {
    fixture.output.closeReadEnd()
    fixture.send("into the void".utf8)
    #expect(await fixture.wait(for: .outputClosed(failure: nil)))
    #expect(fixture.unsent.count == 0)
  }

  // Only poll tells; a dispatch source would have to be asked for room all the time.
  @Test(.only(.poll)) func aReaderThatGoesWhileNothingIsWrittenIsReportedOnce() async throws {
    await fixture.turn()
    fixture.output.closeReadEnd()
    #expect(await fixture.wait(for: .outputClosed(failure: nil)))
    await fixture.turn()
    #expect(fixture.client.events == [.outputClosed(failure: nil)])
  }

  @Test func aReaderThatGoesWhileTheOutputIsBlockedIsReported() async throws {
    fixture.client.reaction = { [weak fixture] event in
      if event == .outputClosed(failure: nil) { fixture?.client.transport.end(status: 0, timeout: .zero) }
    }
    fixture.send(manyBytes)
    await fixture.turn()
    #expect(fixture.client.transport.isOutputBlocked)
    fixture.output.takeNow(1 << 16)
    fixture.output.closeReadEnd()
    #expect(await fixture.wait(for: .outputClosed(failure: nil)))
    #expect(!fixture.client.events.contains(.outputDrained))
    #expect(fixture.unsent.count == 0)
  }
}
