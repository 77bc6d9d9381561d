import MainLoop
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct DispatchLoopInputTests {
  private let fixture: LoopFixture

  init() throws {
    fixture = try LoopFixture()
  }

  @Test func bytesArriveInOrder() async throws {
    try fixture.input.put("one ")
    try fixture.input.put("two ")
    #expect(await fixture.client.waitForText("one two "))
    try fixture.input.put("three")
    #expect(await fixture.client.waitForText("three"))
  }

  @Test func theEndOfInputComesOnceAndAfterTheBytes() async throws {
    try fixture.input.put("last")
    fixture.input.closeWriteEnd()
    #expect(await fixture.client.wait(for: .inputEnded))
    await fixture.turn()
    #expect(fixture.client.events == [.received("last"), .inputEnded])
  }

  @Test func whatIsSentForAnInputIsWrittenAtOnce() async throws {
    fixture.client.reaction = { [unowned fixture] event in
      if event == .received("ping") { fixture.send("pong".utf8) }
    }
    try fixture.input.put("ping")
    #expect(await fixture.output.take(4) == Array("pong".utf8))
  }

  @Test func outputGoesOnAfterTheEndOfInput() async throws {
    fixture.input.closeWriteEnd()
    #expect(await fixture.client.wait(for: .inputEnded))
    fixture.send("late".utf8)
    #expect(await fixture.output.take(4) == Array("late".utf8))
  }

  @Test func aLoopThatWasCancelledReportsNothing() async throws {
    fixture.loop.cancel()
    try fixture.input.put("bytes")
    fixture.input.closeWriteEnd()
    await fixture.turn()
    await fixture.turn()
    #expect(fixture.client.events.isEmpty)
  }
}
