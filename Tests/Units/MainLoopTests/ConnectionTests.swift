import Testing

@testable import MainLoop

@MainActor @Suite(.onEachLoop, .timeLimit(.minutes(1)))
struct ConnectionTests {
  private let driver = LoopDriver()

  /// Answers what comes with the same, and ends with the input.
  private func echo(_ sockets: SocketPair) throws -> RecordingClient {
    let client = try driver.connect(sockets)
    client.reaction = { [weak client] event in
      switch event {
      case .received(let text): client?.send(text.utf8)
      case .inputEnded: client?.transport.end(status: 0, timeout: .seconds(30))
      case .inputContinued, .outputDrained, .outputClosed: break
      }
    }
    return client
  }

  @Test func aBlockedConnectionDelaysNoOther() async throws {
    let (slow, quick) = (try SocketPair(), try SocketPair())
    let blocked = try driver.connect(slow)
    _ = try echo(quick)
    blocked.send(manyBytes)
    await driver.turn()
    for _ in 1...10 {
      try quick.put("ping")
      #expect(try await driver.whileRunning { await quick.take(4) } == Array("ping".utf8))
    }
    #expect(blocked.transport.isOutputBlocked)
    #expect(try await driver.whileRunning { await slow.take(manyBytes.count) } == manyBytes)
    #expect(await driver.until { blocked.events == [.outputDrained] })
  }

  @Test func twoHundredComeAndGo() async throws {
    weak var last: RecordingClient?
    for group in 1...10 {
      var peers: [SocketPair] = []
      for _ in 1...20 {
        let sockets = try SocketPair()
        last = try echo(sockets)
        peers.append(sockets)
      }
      for (number, peer) in peers.enumerated() { try peer.put("\(group) \(number)") }
      for (number, peer) in peers.enumerated() {
        let text = "\(group) \(number)"
        #expect(try await driver.whileRunning { await peer.take(text.utf8.count) } == Array(text.utf8))
        peer.endInput()
      }
      // A descriptor that is closed has nothing more to read.
      for peer in peers { #expect(try await driver.whileRunning { await peer.take(1) }.isEmpty) }
      #expect(await driver.until { last == nil })
    }
    #expect(driver.status == nil)
  }

  @Test func aConnectionMaySendToAnotherAtAnyTime() async throws {
    let (one, other) = (try SocketPair(), try SocketPair())
    let (sender, receiver) = (try driver.connect(one), try driver.connect(other))
    sender.reaction = { _ in receiver.send("news".utf8) }
    try one.put("tell them")
    #expect(try await driver.whileRunning { await other.take(4) } == Array("news".utf8))
  }

  @Test func anEndWaitsForTheReader() async throws {
    let sockets = try SocketPair()
    weak let client = try driver.connect(sockets)
    client?.send(manyBytes)
    client?.transport.end(status: 0, timeout: .seconds(3600))
    await driver.turn()
    #expect(client != nil)
    #expect(try await driver.whileRunning { await sockets.take(manyBytes.count + 1) } == manyBytes)
    #expect(await driver.until { client == nil })
    #expect(driver.status == nil)
  }

  @Test func anEndDropsTheReaderAfterItsTimeoutAndBlocksNoOtherConnection() async throws {
    let (slow, quick) = (try SocketPair(), try SocketPair())
    _ = try echo(quick)
    weak let client = try driver.connect(slow)
    client?.send(manyBytes)
    let start = ContinuousClock.now
    client?.transport.end(status: 0, timeout: .milliseconds(300))
    try quick.put("meanwhile")
    #expect(try await driver.whileRunning { await quick.take(9) } == Array("meanwhile".utf8))
    #expect(client != nil || .now - start > .milliseconds(300))
    #expect(await driver.until { client == nil })
    #expect(.now - start >= .milliseconds(300))
    let bytes = try await driver.whileRunning { await slow.take(manyBytes.count) }
    #expect(!bytes.isEmpty && bytes.count < manyBytes.count)
    #expect(bytes[...] == manyBytes[..<bytes.count])
  }

  @Test func theTimeoutOfAnEndIsReportedToTheClient() async throws {
    let sockets = try SocketPair()
    var events: [RecordingClient.Event] = []
    weak let client = try driver.connect(sockets)
    client?.reaction = { [weak client] event in
      events.append(event)
      client?.send("nobody reads that".utf8)
      client?.transport.end(status: 0, timeout: .seconds(3600))
    }
    client?.send(manyBytes)
    client?.transport.end(status: 0, timeout: .milliseconds(1))
    #expect(await driver.until { client == nil })
    #expect(events == [.outputClosed(failure: nil)])
  }

  @Test func aReaderThatHasReadAllIsNotReported() async throws {
    let sockets = try SocketPair()
    var events: [RecordingClient.Event] = []
    weak let client = try driver.connect(sockets)
    client?.reaction = { events.append($0) }
    client?.send(manyBytes)
    client?.transport.end(status: 0, timeout: .seconds(3600))
    #expect(try await driver.whileRunning { await sockets.take(manyBytes.count + 1) } == manyBytes)
    #expect(await driver.until { client == nil })
    #expect(events == [.outputDrained])
  }

  @Test func aPeerThatGoesDuringTheEndIsNotWaitedFor() async throws {
    let sockets = try SocketPair()
    weak let client = try driver.connect(sockets)
    client?.send(manyBytes)
    client?.transport.end(status: 0, timeout: .seconds(3600))
    await driver.turn()
    #expect(client != nil)
    sockets.closePeer()
    #expect(await driver.until { client == nil })
  }

  @Test func nothingComesAfterTheEnd() async throws {
    let sockets = try SocketPair()
    let client = try driver.connect(sockets)
    client.send("bye".utf8)
    client.transport.end(status: 0, timeout: .seconds(30))
    try sockets.put("too late")
    #expect(try await driver.whileRunning { await sockets.take(4) } == Array("bye".utf8))
    client.send("nobody reads that".utf8)
    client.transport.end(status: 0, timeout: .zero)
    sockets.closePeer()
    await driver.turn()
    #expect(client.events.isEmpty)
  }

  @Test func aPeerThatGoesIsReported() async throws {
    let sockets = try SocketPair()
    let client = try driver.connect(sockets)
    sockets.closePeer()
    client.send("into the void".utf8)
    #expect(await driver.until { client.events.contains(.outputClosed(failure: nil)) })
  }
}
