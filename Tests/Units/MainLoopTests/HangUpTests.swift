import Testing

@testable import MainLoop

/// Input that a peer sent before it closed the connection is delivered before the closing is reported.
@MainActor @Suite(.onEachLoop, .timeLimit(.minutes(1)))
struct HangUpTests {
  private let driver = LoopDriver()
  private let sockets: SocketPair
  private let client: RecordingClient

  init() throws {
    sockets = try SocketPair()
    client = try driver.connect(sockets)
  }

  private func waitForTheEnd() async -> Bool {
    await driver.until { client.events.contains(.outputClosed(failure: nil)) }
  }

  @Test func aMessageOfAPeerThatClosesAtOnceIsDelivered() async throws {
    try sockets.put("fire and forget")
    sockets.closePeer()
    client.send("too late".utf8)
    #expect(await waitForTheEnd())
    await driver.turn()
    #expect(client.events == [.received("fire and forget"), .inputEnded, .outputClosed(failure: nil)])
  }

  @Test func manyPiecesAreDeliveredThoughNoAnswerCanBeSent() async throws {
    client.reaction = { [weak client] event in
      if case .received = event { client?.send("answer".utf8) }
    }
    let text = String(repeating: "x", count: 100_000)
    try sockets.put(text)
    sockets.closePeer()
    #expect(await waitForTheEnd())
    #expect(client.text == text)
    #expect(client.events.suffix(2) == [.inputEnded, .outputClosed(failure: nil)])
    #expect(client.events.count > 3)
  }

  @Test func aMessageIsDeliveredWhileTheOutputIsBlocked() async throws {
    client.send(manyBytes)
    await driver.turn()
    #expect(client.transport.isOutputBlocked)
    try sockets.put("last words")
    sockets.closePeer()
    #expect(await waitForTheEnd())
    #expect(client.events == [.received("last words"), .inputEnded, .outputClosed(failure: nil)])
  }

  @Test func aClientThatEndsTheConnectionGetsNoMoreInput() async throws {
    var seen: [RecordingClient.Event] = []
    client.reaction = { [weak client] event in
      seen.append(event)
      client?.transport.end(status: 0, timeout: .zero)
    }
    try sockets.put(String(repeating: "x", count: 100_000))
    sockets.closePeer()
    #expect(await driver.until { !seen.isEmpty })
    await driver.turn()
    #expect(seen.count { if case .received = $0 { true } else { false } } == 1)
    #expect(!seen.contains(.inputEnded))
  }

  // Elsewhere the writer does not learn of it.
  @Test(.only(.poll)) func aPeerThatReadsNoMoreIsReportedThoughItsInputHasNotEnded() async throws {
    sockets.stopReading()
    try sockets.put("one way")
    client.send("nobody reads that".utf8)
    #expect(await waitForTheEnd())
    #expect(client.events == [.received("one way"), .outputClosed(failure: nil)])
    try sockets.put(", still")
    #expect(await driver.until { client.text == "one way, still" })
  }

  @Test(.only(.poll)) func eachIsStillReadOnceATurn() throws {
    let other = try SocketPair()
    let neighbour = try driver.connect(other)
    try sockets.put(String(repeating: "x", count: 100_000))
    sockets.closePeer()
    try other.put("short")
    #expect(driver.step(milliseconds: 0) == nil)
    #expect(client.text.utf8.count == 1 << 16)
    #expect(neighbour.text == "short")
  }
}
