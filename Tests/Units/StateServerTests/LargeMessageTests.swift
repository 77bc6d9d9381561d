import SVVSTesting
import StateProtocol
import StateServer
import TestSupport
import Testing

/// Messages that are parsed on another thread.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct LargeMessageTests {
  private let app = CounterApp()
  private let host: TestHost
  private let client: TestClient

  init() async throws {
    host = TestHost(app)
    client = TestClient(host)
    try await client.open("counter", as: "v")
  }

  private let blank = String(repeating: " ", count: 100_000)

  private func set(_ label: String, id: Int) -> String {
    #"{"jsonrpc":"2.0","id":"\#(id)",\#(blank)"method":"view/set","params":{"view":"v","properties":"#
      + #"{"label":"\#(label)"}}}"#
  }

  @Test func messagesAfterALargeMessageAreHandledAfterIt() async throws {
    client.send(set("large", id: 1))
    #expect(client.takeChanges() == [])
    let add = client.call("add", on: "v")
    let other = TestClient(host)
    try await other.open("counter", as: "o")
    #expect(await add.failure == nil)
    #expect(client.takeChanges() == [#"v {"label":"large"}"#, #"v {"number":1}"#])
  }

  @Test func aLargeBatchIsHandledInOrder() async throws {
    client.send("[" + set("a", id: 1) + "," + set("b", id: 2) + "]")
    client.send(set("c", id: 3))
    await client.call("add", on: "v").settled
    #expect(client.takeChanges() == [#"v {"label":"b"}"#, #"v {"label":"c"}"#, #"v {"number":1}"#])
  }

  @Test func theEndOfTheInputWaitsForALargeMessage() async throws {
    let last = client.set(["label": blank], on: "v")
    client.endInput()
    #expect(client.status == nil)
    #expect(await last.failure == nil)
    try await yield(while: client.status == nil)
    #expect(client.status == 0)
  }

  @Test func aTerminationWaitsForALargeMessageAndHandlesWhatFollows() async throws {
    client.send(set("large", id: 1))
    let add = client.call("add", on: "v")
    let last = client.set(["label": blank], on: "v")
    await host.end()
    #expect(await add.failure == nil)
    #expect(await last.failure == nil)
    #expect(client.takeChanges().prefix(2) == [#"v {"label":"large"}"#, #"v {"number":1}"#])
    #expect(client.status == 0)
  }

  @Test func aLargeMessageIsDroppedWhenTheConnectionEnds() async throws {
    let other = TestClient(host)
    try await other.open("counter", as: "o")
    client.send(set("lost", id: 1))
    client.disconnect()
    // Parsed after the first.
    await other.set(["label": blank], on: "o").settled
    #expect(client.status == 1)
    #expect(client.takeChanges() == [])
  }
}
