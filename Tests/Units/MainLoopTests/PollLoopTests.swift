import Testing

@testable import MainLoop

/// Events of one wait, and their handling.
@MainActor @Suite(.only(.poll), .timeLimit(.minutes(1)))
struct PollLoopTests {
  private let driver = LoopDriver()

  private func step() { #expect(driver.step(milliseconds: 0) == nil) }

  @Test func eachConnectionIsReadOnceATurn() throws {
    let (talker, other) = (try SocketPair(), try SocketPair())
    let (first, second) = (try driver.connect(talker), try driver.connect(other))
    try talker.put(String(repeating: "x", count: 100_000))
    try other.put("short")
    step()
    #expect(first.text.utf8.count == 1 << 16)
    #expect(second.text == "short")
    step()
    #expect(first.text.utf8.count == 100_000)
    #expect(first.events.count == 2)
  }

  @Test func aWatchThatIsCancelledDuringDispatchIsNotCalled() throws {
    let pipes = [try Pipe(), try Pipe()]
    var watches: [Watch] = []
    var calls = 0
    func cancelAll() {
      calls += 1
      for watch in watches { watch.cancel() }
    }
    for pipe in pipes {
      try pipe.put("x")
      watches.append(driver.loop.watch(pipe.readEnd, ready: cancelAll))
    }
    step()
    #expect(calls == 1)
    step()
    #expect(calls == 1)
  }

  @Test func aConnectionThatIsEndedDuringDispatchIsNotCalled() throws {
    let pairs = [try SocketPair(), try SocketPair()]
    let clients = try pairs.map { try driver.connect($0) }
    for client in clients {
      client.reaction = { _ in
        for client in clients { client.transport.end(status: 0, timeout: .zero) }
      }
    }
    for pair in pairs { try pair.put("x") }
    step()
    step()
    #expect(clients.map(\.events.count).reduce(0, +) == 1)
  }

  @Test func aConnectionMayEndAWatchAndAWatchAConnection() throws {
    let (pair, pipe) = (try SocketPair(), try Pipe())
    let client = try driver.connect(pair)
    var calls = 0
    let watch = driver.loop.watch(pipe.readEnd) {
      calls += 1
      client.transport.end(status: 0, timeout: .zero)
    }
    client.reaction = { _ in watch.cancel() }
    try pair.put("x")
    try pipe.put("x")
    step()
    #expect(client.events.count + calls == 1)
  }

  @Test func aConnectionAddedDuringDispatchIsServedFromTheNextTurn() throws {
    let (pair, pipe) = (try SocketPair(), try Pipe())
    try pair.put("early")
    try pipe.put("x")
    var client: RecordingClient?
    let watch = driver.loop.watch(pipe.readEnd) { [weak driver] in
      pipe.takeNow(1)
      client = try? driver?.connect(pair)
    }
    step()
    #expect(client?.events == [])
    step()
    #expect(client?.events == [.received("early")])
    watch.cancel()
  }

  @Test func aDescriptorMayBeClosedOnceItsWatchIsCancelled() throws {
    let pipe = try Pipe()
    var calls = 0
    let watch = driver.loop.watch(pipe.readEnd) { calls += 1 }
    watch.cancel()
    watch.cancel()
    pipe.closeReadEnd()
    step()
    #expect(calls == 0)
  }

  @Test func aWatchIsCalledWhileThereIsSomethingToRead() throws {
    let pipe = try Pipe()
    try pipe.put("ab")
    var calls = 0
    driver.loop.watch(pipe.readEnd) {
      calls += 1
      pipe.takeNow(1)
    }
    for _ in 1...4 { step() }
    #expect(calls == 2)
    #expect(driver.client.turnCount == 2)
  }
}
