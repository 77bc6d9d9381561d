import SystemSupport
import Testing

@testable import MainLoop

/// The watched events, and the events that wake the loop.
@MainActor @Suite(.only(.poll), .timeLimit(.minutes(1)))
struct EpollTests {
  private let driver = LoopDriver()

  private func step() { #expect(driver.step(milliseconds: 0) == nil) }

  /// Whether nothing wakes the loop up.
  private func sleeps() -> Bool {
    // Work that is due before the loop sleeps may lead to more.
    for _ in 1...3 { step() }
    let start = ContinuousClock.now
    step(milliseconds: 20)
    return .now - start >= .milliseconds(20)
  }

  private func step(milliseconds: Int32) { #expect(driver.step(milliseconds: milliseconds) == nil) }

  @Test func roomWakesTheLoopUpOnlyWhileTheOutputIsBlocked() async throws {
    let sockets = try SocketPair()
    let client = try driver.connect(sockets)
    for round in 1...2 {
      #expect(sleeps())
      client.send(manyBytes)
      #expect(sleeps())
      #expect(client.transport.isOutputBlocked)
      #expect(try await driver.whileRunning { await sockets.take(manyBytes.count) } == manyBytes)
      #expect(await driver.until { client.events.count == round })
    }
    #expect(client.events == [.outputDrained, .outputDrained])
    #expect(sleeps())
  }

  @Test func aPeerThatHasGoneWakesTheLoopUpNoMoreThoughTheConnectionHasNotEnded() throws {
    let sockets = try SocketPair()
    let client = try driver.connect(sockets)
    sockets.endInput()
    #expect(sleeps())
    #expect(client.events == [.inputEnded])
    sockets.closePeer()
    #expect(sleeps())
    #expect(client.events == [.inputEnded, .outputClosed(failure: nil)])
  }

  @Test func aConnectionThatIsBlockedAtTheEndStopsReading() throws {
    let sockets = try SocketPair()
    let client = try driver.connect(sockets)
    client.send(manyBytes)
    client.transport.end(status: 0, timeout: .seconds(3600))
    try sockets.put("unheard")
    #expect(sleeps())
    sockets.closePeer()
    #expect(sleeps())
    #expect(client.events == [.outputClosed(failure: nil)])
  }

  @Test func aNumberThatComesAgainIsThatOfTheNewConnection() throws {
    let (old, new) = (try SocketPair(), try SocketPair())
    let number = old.handOver(asAtLeast: 900)
    // As a process has it that was started meanwhile.
    let duplicate = fcntl(number, F_DUPFD_CLOEXEC, 0)
    defer { close(duplicate) }
    let before = try driver.connect(number)
    step()
    before.transport.end(status: 0, timeout: .zero)
    step()
    let again = new.handOver(asAtLeast: number)
    try #require(again == number)
    let after = try driver.connect(again)
    try old.put("stale")
    old.closePeer()
    try new.put("fresh")
    #expect(sleeps())
    #expect(before.events.isEmpty)
    #expect(after.events == [.received("fresh")])
  }

  @Test func aNumberThatComesAgainInTheSameTurnIsNotReady() throws {
    var pipes = [try Pipe(), try Pipe()]
    var watches: [Watch] = []
    var (calls, newCalls) = (0, 0)
    func replaceAll() {
      calls += 1
      for watch in watches { watch.cancel() }
      for pipe in pipes { pipe.closeReadEnd() }
      guard let empty = try? Pipe() else { return }
      pipes.append(empty)
      driver.loop.watch(empty.readEnd) { newCalls += 1 }
    }
    for pipe in pipes {
      try pipe.put("x")
      watches.append(driver.loop.watch(pipe.readEnd, ready: replaceAll))
    }
    #expect(sleeps())
    #expect((calls, newCalls) == (1, 0))
    try pipes[2].put("x")
    step()
    #expect(newCalls == 1)
  }

  @Test func oneDescriptorMayBeWatchedTwice() throws {
    let pipe = try Pipe()
    var calls = [0, 0]
    let watches = calls.indices.map { index in driver.loop.watch(pipe.readEnd) { calls[index] += 1 } }
    try pipe.put("x")
    step()
    #expect(calls == [1, 1])
    watches[0].cancel()
    step()
    #expect(calls == [1, 2])
  }

  @Test func aFileIsReadToItsEnd() throws {
    var name = Array("/tmp/loop-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    defer { close(file) }
    unlink(name)
    try #require(write(file, "text", 4) == 4)
    lseek(file, 0, SEEK_SET)
    let output = try Pipe()
    var client: RecordingClient?
    driver.loop.serve(input: file, output: Output(descriptor: output.writeEnd), owned: nil) { transport in
      let made = RecordingClient(transport)
      client = made
      return made
    }
    let pair = try SocketPair()
    try pair.put("meanwhile")
    let neighbour = try driver.connect(pair)
    step(milliseconds: -1)
    #expect(client?.events == [.received("text")])
    #expect(neighbour.text == "meanwhile")
    step(milliseconds: -1)
    #expect(client?.events == [.received("text"), .inputEnded])
    #expect(sleeps())
  }

  @Test func oneSocketMayBeInputAndOutputOfTheProcess() throws {
    let sockets = try SocketPair()
    let descriptor = sockets.handOver()
    defer { close(descriptor) }
    var client: RecordingClient?
    driver.loop.serve(input: descriptor, output: Output(descriptor: descriptor), owned: nil) { transport in
      let made = RecordingClient(transport)
      client = made
      return made
    }
    try sockets.put("in")
    step()
    #expect(client?.events == [.received("in")])
    client?.transport.end(status: 8, timeout: .zero)
    #expect(driver.step(milliseconds: 0) == 8)
  }

  @Test func aDescriptorThatCannotBeWatchedIsReported() throws {
    let sockets = try SocketPair()
    let number = sockets.handOver(asAtLeast: 900)
    close(number)
    let client = try driver.connect(number)
    step()
    #expect(client.events == [.outputClosed(failure: EBADF)])
    client.transport.end(status: 0, timeout: .zero)
    driver.loop.end(status: 0)
    #expect(driver.step(milliseconds: 0) == 0)
  }
}
