import JSON
import SVVSTesting
import StateProtocol
import StateServer
import Testing

/// Changes and replies while a client does not read.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct FlowTests {
  let app = CounterApp()
  let client: TestClient

  init() {
    client = TestClient(app)
  }

  @Test func aViewThatHasClosedBeforeItsSnapshotIsWrittenHasNone() async throws {
    client.isReading = false
    let open = client.request("view/open", #"{"type":"counter","view":"c"}"#)
    let add = client.call("add", on: "c")
    let close = client.request("view/close", #"{"view":"c"}"#)
    client.isReading = true
    #expect(await open.failure?.kind == .requestCancelled(.viewClosed))
    #expect(await add.failure == nil)
    #expect(await close.failure == nil)
    #expect(client.takeChanges() == [])
  }

  @Test func aSnapshotInABatchIsOfTheTimeTheBatchIsAnswered() async throws {
    client.send(
      #"[{"jsonrpc":"2.0","id":"o","method":"view/open","params":{"type":"counter","view":"c"}},"#
        + #"{"jsonrpc":"2.0","id":"a","method":"addLater","params":{"view":"c","request":"r"}}]"#)
    client.call("add", on: "c")
    #expect(client.takeChanges() == [], "the client does not know the view yet")
    await app.gate.release("r", with: ())
    var line = ""
    repeat { line = try await client.nextLine() } while !line.hasPrefix("[")
    #expect(line.contains(#""number":2"#))
  }

  @Test func aViewWhoseReadingChangesItIsStillFollowed() async throws {
    try await client.open("memo", as: "m")
    try await client.open("local", as: "l")
    app.store.number = 1
    await client.call("addLocally", on: "l").settled
    #expect(client.takeChanges() == [#"m {"number":1}; l {"number":1}"#, #"m {"reads":1}"#])
    app.store.number = 2
    await client.call("addLocally", on: "l").settled
    #expect(client.takeChanges() == [#"m {"number":2}; l {"number":2}"#, #"m {"reads":2}"#])
  }

  @Test func aSnapshotHasChangesThatItsReadingMakes() async throws {
    app.store.number = 1
    let opened = try await client.request("view/open", #"{"type":"memo","view":"m"}"#).result
    #expect(opened["state"]?.description == #"{"reads":1,"number":1}"#)
  }

  @Test func idsThatAJoinAsksForCountAgainstTheLimit() async throws {
    var configuration = ServerConfiguration()
    configuration.limits.unreadBytes = 10_000
    let host = TestHost(app, configuration: configuration)
    let client = TestClient(host)
    client.isReading = false
    for session in ["a", "b"] as [ExactString] {
      let token = try await TestClient(host).share(session)
      let ids = (1...150).map { RequestID.string(ExactString("a request of \(session.string), \($0)")) }
      #expect(client.status == nil)
      client.request(SessionJoin(session: session, token: token, unanswered: ids))
    }
    #expect(client.status == 1)
  }

  @Test func aClientThatOnlySendsIsCutOff() async throws {
    var configuration = ServerConfiguration()
    configuration.limits.unreadBytes = 10_000
    let client = TestClient(app, configuration: configuration)
    try await client.open("counter", as: "c")
    client.isReading = false
    for _ in 1...1000 where client.status == nil { client.call("add", on: "c") }
    #expect(client.status == 1)
  }

  @Test func aBatchGetsNoFurtherAnswersThanAClientMayLeaveUnread() async throws {
    var configuration = ServerConfiguration()
    configuration.limits.unreadBytes = 10_000
    let client = TestClient(app, configuration: configuration)
    try await client.open("counter", as: "c")
    let lists = (1...120).map { #"{"jsonrpc":"2.0","id":"\#($0)","method":"session/list"}"# }
    let action = #"{"jsonrpc":"2.0","id":"add","method":"add","params":{"view":"c"}}"#
    client.send("[\(lists.joined(separator: ",")),\(action)]")
    var line = ""
    repeat { line = try await client.nextLine() } while !line.hasPrefix("[")
    let answers = try JSONValue(parsing: line).elements
    #expect(answers.count == 121)
    let answered = answers.prefix { $0["result"] != nil }.count
    #expect((40...110).contains(answered))
    #expect(answers.dropFirst(answered).allSatisfy { $0["error"]?["data"]?["limit"]?.string == "unreadBytes" })
    #expect(app.store.number == 0, "a request that is refused has no effect")
    #expect(await client.call("add", on: "c").failure == nil)
  }
}
