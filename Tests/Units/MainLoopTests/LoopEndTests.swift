import Testing

@testable import MainLoop
import SystemSupport

@MainActor @Suite(.onEachLoop, .timeLimit(.minutes(1)))
struct LoopEndTests {
  private let fixture: LoopFixture

  init() throws {
    fixture = try LoopFixture()
  }

  private func end(status: Int32 = 0, timeout: Duration) async {
    fixture.client.transport.end(status: status, timeout: timeout)
    #expect(await fixture.driver.until { fixture.driver.status != nil })
  }

  @Test func endingWritesTheOutputAndReturnsTheStatus() async throws {
    fixture.send("bye".utf8)
    await end(status: 3, timeout: .seconds(10))
    #expect(fixture.driver.status == 3)
    #expect(await fixture.output.take(3) == Array("bye".utf8))
  }

  @Test func endingWaitsForASlowReader() async throws {
    fixture.send(manyBytes)
    await fixture.turn()
    let bytes = fixture.output.reading(manyBytes.count)
    await end(timeout: .seconds(30))
    #expect(fixture.driver.status == 0)
    #expect(try await bytes.value == manyBytes)
  }

  @Test func endingGivesUpAReaderThatDoesNotRead() async {
    fixture.send(manyBytes)
    await end(timeout: .zero)
    #expect(fixture.driver.status == 0)
    #expect(fixture.client.events == [.outputClosed(failure: nil)])
    #expect(await fixture.output.take(1 << 16) == Array(manyBytes[..<(1 << 16)]))
  }

  @Test func aReaderThatIsReadyInTimeIsNotReported() async {
    fixture.send("bye".utf8)
    await end(timeout: .zero)
    #expect(fixture.client.events.isEmpty)
  }

  @Test func outputAfterADrainIsWrittenBeforeTheEnd() async throws {
    fixture.client.reaction = { [weak fixture] event in
      if event == .outputDrained { fixture?.send("last".utf8) }
    }
    fixture.send(manyBytes)
    await fixture.turn()
    let bytes = fixture.output.reading(manyBytes.count + 4)
    await end(timeout: .seconds(30))
    #expect(try await bytes.value == manyBytes + Array("last".utf8))
  }

  @Test func theClientMayEndTheConnectionWhileTheOutputIsBlocked() async throws {
    fixture.client.reaction = { [weak fixture] event in
      if event == .inputEnded { fixture?.client.transport.end(status: 1, timeout: .zero) }
    }
    fixture.send(manyBytes)
    await fixture.turn()
    fixture.input.closeWriteEnd()
    #expect(await fixture.driver.until { fixture.driver.status != nil })
    #expect(fixture.driver.status == 1)
  }

  @Test func theFirstEndDecides() async {
    fixture.client.transport.end(status: 2, timeout: .zero)
    await end(status: 5, timeout: .zero)
    #expect(fixture.driver.status == 2)
  }

  @Test func aReaderThatHasGoneIsNotAFailure() async {
    fixture.output.closeReadEnd()
    fixture.send("into the void".utf8)
    await end(status: 4, timeout: .seconds(10))
    #expect(fixture.driver.status == 4)
    #expect(fixture.client.events == [.outputClosed(failure: nil)])
  }

  @Test func anOutputThatCannotBeWrittenIsReportedAndFails() async throws {
    let descriptor = open("/dev/full", O_WRONLY)
    defer { close(descriptor) }
    let driver = LoopDriver()
    var client: RecordingClient?
    driver.loop.serve(input: fixture.input.readEnd, output: Output(descriptor: descriptor), owned: nil) { transport in
      let made = RecordingClient(transport)
      client = made
      return made
    }
    try #require(client).send("too much".utf8)
    client?.transport.end(status: 0, timeout: .seconds(10))
    #expect(await driver.until { driver.status != nil })
    #expect(driver.status == 1)
    #expect(client?.events == [.outputClosed(failure: ENOSPC)])
  }

  @Test func anOutputThatIsMissingFromTheBeginningIsReported() async throws {
    let driver = LoopDriver()
    var client: RecordingClient?
    driver.loop.serve(input: fixture.input.readEnd, output: Output(descriptor: -1), owned: nil) { transport in
      let made = RecordingClient(transport)
      made.reaction = { _ in transport.end(status: 0, timeout: .zero) }
      client = made
      return made
    }
    #expect(await driver.until { driver.status != nil })
    #expect(driver.status == 0)
    #expect(client?.events == [.outputClosed(failure: nil)])
  }
}
