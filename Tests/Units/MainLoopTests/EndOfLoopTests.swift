import Testing

@testable import MainLoop

/// The loop itself is ended.
@MainActor @Suite(.onEachLoop, .timeLimit(.minutes(1)))
struct EndOfLoopTests {
  private let driver = LoopDriver()

  private func waitForStatus() async -> Int32? {
    _ = await driver.until { driver.status != nil }
    return driver.status
  }

  @Test func withoutConnectionsItEndsAtOnce() async throws {
    let pipe = try Pipe()
    driver.loop.watch(pipe.readEnd) {}
    driver.loop.end(status: 3)
    #expect(await waitForStatus() == 3)
  }

  @Test func theFirstEndDecides() async {
    driver.loop.end(status: 2)
    driver.loop.end(status: 5)
    #expect(await waitForStatus() == 2)
  }

  @Test func theConnectionsThatThereAreGoOn() async throws {
    let pairs = [try SocketPair(), try SocketPair()]
    let clients = try pairs.map { try driver.connect($0) }
    await driver.turn()
    driver.loop.end(status: 7)
    for client in clients {
      client.reaction = { [weak client] event in
        if event == .inputEnded { client?.transport.end(status: 1, timeout: .seconds(30)) }
      }
    }
    for (pair, client) in zip(pairs, clients) {
      try pair.put("still here")
      #expect(await driver.until { client.text == "still here" })
      #expect(driver.status == nil)
      pair.endInput()
      #expect(await driver.until { client.events.contains(.inputEnded) })
    }
    #expect(await waitForStatus() == 7)
  }

  @Test func theEndWaitsForUnsentOutput() async throws {
    let sockets = try SocketPair()
    let client = try driver.connect(sockets)
    client.send(manyBytes)
    client.transport.end(status: 0, timeout: .seconds(3600))
    driver.loop.end(status: 1)
    await driver.turn()
    #expect(driver.status == nil)
    #expect(try await driver.whileRunning { await sockets.take(manyBytes.count) } == manyBytes)
    #expect(await waitForStatus() == 1)
  }

  @Test func aClientMayEndItAndItsConnection() async throws {
    let sockets = try SocketPair()
    let client = try driver.connect(sockets)
    client.reaction = { [weak client, weak loop = driver.loop] _ in
      loop?.end(status: 4)
      client?.send("bye".utf8)
      client?.transport.end(status: 0, timeout: .seconds(30))
    }
    try sockets.put("stop")
    #expect(await waitForStatus() == 4)
    #expect(await sockets.take(3) == Array("bye".utf8))
  }

  @Test func aTaskMayEndIt() async throws {
    Task { driver.loop.end(status: 5) }
    #expect(await waitForStatus() == 5)
  }

  @Test func aClientMayEndItWhenItsConnectionEnds() async throws {
    let sockets = try SocketPair()
    let client = try driver.connect(sockets)
    client.reaction = { [weak loop = driver.loop] event in
      if event == .outputClosed(failure: nil) { loop?.end(status: 6) }
    }
    client.send(manyBytes)
    client.transport.end(status: 0, timeout: .milliseconds(1))
    #expect(await waitForStatus() == 6)
  }

  @Test func nothingNewIsTakenOn() async throws {
    let (old, new, pipe) = (try SocketPair(), try SocketPair(), try Pipe())
    let client = try driver.connect(old)
    driver.loop.end(status: 0)
    var made = 0
    func make(_ transport: any Transport) -> any TransportClient {
      made += 1
      return RecordingClient(transport)
    }
    driver.loop.connect(new.handOver(), client: make)
    driver.loop.serve(input: pipe.readEnd, output: Output(descriptor: pipe.writeEnd), owned: nil, client: make)
    let watch = driver.loop.watch(pipe.readEnd) { made += 1 }
    try pipe.put("x")
    await driver.turn()
    #expect(made == 0)
    // Its other end was closed.
    #expect(await new.take(1).isEmpty)
    watch.cancel()
    #expect(driver.status == nil)
    client.transport.end(status: 0, timeout: .zero)
    #expect(await waitForStatus() == 0)
  }

  @Test func aConnectionOverTwoDescriptorsEndsTheProcessAsEver() async throws {
    let fixture = try LoopFixture()
    let other = try SocketPair()
    let client = try fixture.driver.connect(other)
    fixture.driver.loop.end(status: 9)
    client.transport.end(status: 0, timeout: .zero)
    await fixture.turn()
    #expect(fixture.driver.status == nil)
    fixture.client.transport.end(status: 2, timeout: .zero)
    #expect(await fixture.driver.until { fixture.driver.status != nil })
    #expect(fixture.driver.status == 2)
  }
}
