import Testing

@testable import MainLoop

@MainActor @Suite(.onEachLoop, .timeLimit(.minutes(1)))
struct LoopInputTests {
  private let fixture: LoopFixture

  init() throws {
    fixture = try LoopFixture()
  }

  @Test func bytesArriveInOrder() async throws {
    try fixture.input.put("one ")
    try fixture.input.put("two ")
    #expect(await fixture.waitForText("one two "))
    try fixture.input.put("three")
    #expect(await fixture.waitForText("one two three"))
  }

  @Test func theEndOfInputComesOnceAndAfterTheBytes() async throws {
    try fixture.input.put("last")
    fixture.input.closeWriteEnd()
    #expect(await fixture.wait(for: .inputEnded))
    await fixture.turn()
    #expect(fixture.client.events == [.received("last"), .inputEnded])
  }

  @Test func outputForAnInputIsWrittenAtOnce() async throws {
    fixture.client.reaction = { [weak fixture] event in
      if event == .received("ping") { fixture?.send("pong".utf8) }
    }
    try fixture.input.put("ping")
    #expect(try await fixture.take(4) == Array("pong".utf8))
  }

  @Test func outputGoesOnAfterTheEndOfInput() async throws {
    fixture.input.closeWriteEnd()
    #expect(await fixture.wait(for: .inputEnded))
    fixture.send("late".utf8)
    #expect(try await fixture.take(4) == Array("late".utf8))
  }

  @Test func aConnectionThatWasEndedReportsNothing() async throws {
    fixture.client.transport.end(status: 0, timeout: .zero)
    try fixture.input.put("bytes")
    fixture.input.closeWriteEnd()
    await fixture.turn()
    await fixture.turn()
    #expect(fixture.client.events.isEmpty)
  }
}
