import Dispatch
import Testing

@testable import MainLoop

/// Input that a client does not handle at once.
@MainActor @Suite(.onEachLoop, .timeLimit(.minutes(1)))
struct InputSliceTests {
  private let driver = LoopDriver()
  private let sockets: SocketPair
  private let client: RecordingClient

  init() throws {
    sockets = try SocketPair()
    client = try driver.connect(sockets)
  }

  /// Has the client take some more slices for each event that brings it input.
  private func takeSlices(_ count: Int) {
    var left = 0
    client.reaction = { [weak client] event in
      left = event == .inputContinued ? left - 1 : count
      client?.inputProgress = left > 0 ? .unfinished : .done
    }
  }

  @Test func nothingIsReadUntilEarlierInputIsHandled() async throws {
    takeSlices(3)
    try sockets.put("one")
    #expect(await driver.until { !client.events.isEmpty })
    try sockets.put("two")
    #expect(await driver.until { client.text == "onetwo" && client.inputProgress == .done })
    let expected: [RecordingClient.Event] = [
      .received("one"), .inputContinued, .inputContinued, .inputContinued,
      .received("two"), .inputContinued, .inputContinued, .inputContinued,
    ]
    #expect(client.events == expected)
  }

  @Test func theEndOfTheInputComesAfterEarlierInputAndTakesSlicesToo() async throws {
    takeSlices(2)
    try sockets.put("last")
    sockets.endInput()
    #expect(await driver.until { client.events.contains(.inputEnded) && client.inputProgress == .done })
    await driver.turn()
    let expected: [RecordingClient.Event] = [
      .received("last"), .inputContinued, .inputContinued, .inputEnded, .inputContinued, .inputContinued,
    ]
    #expect(client.events == expected)
  }

  @Test func inputOfAPeerIsHandledBeforeItsHangUp() async throws {
    takeSlices(2)
    try sockets.put("fire and forget")
    sockets.closePeer()
    // A dispatch source does not report that the reader is gone.
    if LoopKind.tested == [.dispatch] { client.send("too late".utf8) }
    #expect(await driver.until { client.events.contains(.outputClosed(failure: nil)) })
    let expected: [RecordingClient.Event] = [
      .received("fire and forget"), .inputContinued, .inputContinued, .inputEnded, .inputContinued, .inputContinued,
      .outputClosed(failure: nil),
    ]
    #expect(client.events == expected)
  }

  @Test func aClosedStdoutIsReportedWithInputLeft() async throws {
    let fixture = try LoopFixture()
    fixture.client.reaction = { [weak client = fixture.client] event in
      client?.inputProgress = .unfinished
      if event == .inputContinued { client?.send("x".utf8) }
    }
    try fixture.input.put("endless")
    fixture.output.closeReadEnd()
    #expect(await fixture.wait(for: .outputClosed(failure: nil)))
  }

  @Test func aConnectionThatEndsDiscardsItsInput() async throws {
    takeSlices(1_000_000)
    try sockets.put("much")
    #expect(await driver.until { client.events.contains(.inputContinued) })
    let other = try SocketPair()
    let neighbour = try driver.connect(other)
    client.transport.end(status: 0, timeout: .seconds(30))
    let count = client.events.count
    try other.put("on")
    #expect(await driver.until { neighbour.text == "on" })
    await driver.turn()
    #expect(client.events.count == count)
    #expect(await sockets.take(1).isEmpty)
  }

  @Test func outputOfASliceIsWrittenBeforeTheNext() async throws {
    client.reaction = { [weak client] event in
      client?.inputProgress = .unfinished
      if case .received = event { client?.send("early".utf8) }
    }
    try sockets.put("go")
    let written = try await driver.whileRunning { [sockets] in await sockets.take(5) }
    #expect(written == Array("early".utf8))
    #expect(client.inputProgress == .unfinished)
  }

  @Test func theMainQueueAndOtherConnectionsHaveTheirTurnBetweenSlices() async throws {
    takeSlices(.max)
    try sockets.put("endless")
    #expect(await driver.until { client.events.contains(.inputContinued) })
    let (other, pipe) = (try SocketPair(), try Pipe())
    let neighbour = try driver.connect(other)
    var hasRun = false
    Task { hasRun = true }
    driver.loop.watch(pipe.readEnd) { pipe.takeNow(1) }
    driver.client.reaction = { [weak neighbour] in neighbour?.send("watched".utf8) }
    try other.put("me too")
    try pipe.put("x")
    #expect(await driver.until { hasRun && neighbour.text == "me too" })
    #expect(try await driver.whileRunning { await other.take(7) } == Array("watched".utf8))
    #expect(client.inputProgress == .unfinished)
  }

  @Test func aClientThatWaitsIsReadAgainWhenItHasGoneOn() async throws {
    client.reaction = { [weak client] event in
      if event == .received("slow") { client?.inputProgress = .waiting }
      if event == .inputContinued { client?.inputProgress = .done }
    }
    try sockets.put("slow")
    #expect(await driver.until { client.inputProgress == .waiting })
    try sockets.put("next")
    await driver.turn()
    await driver.turn()
    #expect(client.events == [.received("slow")])
    client.inputProgress = .unfinished
    client.transport.resumeInput()
    #expect(await driver.until { client.text == "slownext" })
    #expect(client.events == [.received("slow"), .inputContinued, .received("next")])
  }

  @Test(.only(.poll)) func connectionsWithInputLeftGetSlicesInTurn() throws {
    let pairs = [try SocketPair(), try SocketPair()]
    let clients = [client] + (try pairs.map { try driver.connect($0) })
    for (client, pair) in zip(clients, [sockets] + pairs) {
      client.reaction = { [weak client] _ in client?.inputProgress = .unfinished }
      try pair.put("x")
    }
    #expect(driver.step(milliseconds: 0) == nil)
    for slices in [[1, 0, 0], [1, 1, 0], [1, 1, 1], [2, 1, 1]] {
      #expect(driver.step(milliseconds: -1) == nil, "it does not sleep")
      let taken = clients.map { client in client.events.count { $0 == .inputContinued } }
      #expect(taken.sorted(by: >) == slices)
    }
  }

  @Test(.only(.poll), arguments: [false, true]) func theLoopSleepsWhileAClientWaits(isGone: Bool) throws {
    client.reaction = { [weak client] _ in client?.inputProgress = .waiting }
    try sockets.put("slow")
    #expect(driver.step(milliseconds: 0) == nil)
    try sockets.put("next")
    if isGone { sockets.closePeer() }
    // The first look finds that the peer has gone.
    #expect(driver.step(milliseconds: 0) == nil)
    let start = ContinuousClock.now
    #expect(driver.step(milliseconds: 50) == nil)
    #expect(ContinuousClock.now - start >= .milliseconds(49))
    #expect(client.events == [.received("slow")])
  }
}
