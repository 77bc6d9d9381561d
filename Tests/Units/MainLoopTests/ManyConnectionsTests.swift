import TestSupport
import Testing

@testable import MainLoop
import SystemSupport

/// More connections than one wait hands on.
@MainActor @Suite(.onEachLoop, .timeLimit(.minutes(1)))
struct ManyConnectionsTests {
  private let driver = LoopDriver()
  private let pairs: [SocketPair]
  private let clients: [RecordingClient]

  init() throws {
    _ = DescriptorLimit.raise(forConnections: 2000)
    let driver = driver
    pairs = try (0..<1000).map { _ in try SocketPair() }
    clients = try pairs.map { try driver.connect($0) }
  }

  @Test func oneConnectionActsAmongAThousand() async throws {
    let (pair, client) = (pairs[500], clients[500])
    client.reaction = { [weak client] _ in client?.send("pong".utf8) }
    for _ in 1...10 {
      try pair.put("ping")
      #expect(try await driver.whileRunning { await pair.take(4) } == Array("pong".utf8))
    }
    #expect(client.events.count == 10)
    #expect(clients.count(where: { $0.events.isEmpty }) == 999)
  }

  @Test func allConnectionsActAtOnce() async throws {
    for (number, pair) in pairs.enumerated() { try pair.put("\(number)") }
    #expect(await driver.until { clients.allSatisfy { !$0.events.isEmpty } })
    for (number, client) in clients.enumerated() { #expect(client.events == [.received("\(number)")]) }
  }

  @Test func connectionsEndAndOthersAreMade() async throws {
    for (number, client) in clients.enumerated() {
      client.reaction = { [weak client] event in
        if event == .inputEnded { client?.transport.end(status: 0, timeout: .zero) }
      }
      if number.isMultiple(of: 2) { pairs[number].closePeer() }
    }
    #expect(await driver.until { clients.count { $0.events.first == .inputEnded } == 500 })
    let newPairs = try (0..<500).map { _ in try SocketPair() }
    let newClients = try newPairs.map { try driver.connect($0) }
    for pair in newPairs { try pair.put("new") }
    for number in stride(from: 1, to: 1000, by: 2) { try pairs[number].put("old") }
    #expect(await driver.until { newClients.allSatisfy { $0.text == "new" } })
    #expect(await driver.until { clients.count { $0.events == [.received("old")] } == 500 })
  }

  @Test func aConnectionMayEndAllOthersWhileTheyAreReady() async throws {
    var reactionCount = 0
    for client in clients {
      client.reaction = { _ in
        reactionCount += 1
        for client in clients { client.transport.end(status: 0, timeout: .zero) }
      }
    }
    for pair in pairs { try pair.put("x") }
    #expect(await driver.until { reactionCount > 0 })
    // A descriptor that is closed has nothing more to read.
    #expect(try await driver.whileRunning { await pairs[999].take(1) }.isEmpty)
    #expect(reactionCount == 1)
  }
}
