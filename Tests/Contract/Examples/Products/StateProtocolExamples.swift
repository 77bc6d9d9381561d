import Foundation
import SVVSTesting
import StateProtocol
import Testing

/// The action `add` of the view type `list`, as a request.
@JSONCodable
struct Add: ClientRequest {
  typealias Response = ReachedCommit

  static let method = "add"

  let view: ExactString
}

@MainActor @Suite(.timeLimit(.minutes(1)))
struct StateProtocolExamples {
  let client: TestClient
  let frontEnd: FrontEnd

  init() {
    client = TestClient(ListApp())
    frontEnd = FrontEnd(of: client)
  }

  @Test func aFrontEndOpensSetsCallsAndCloses() async throws {
    let list = try await frontEnd.send(ViewOpen(type: "list", view: "l"))
    #expect(list.commit == 0)
    #expect(list.state.json["draft"]?.string == "")

    let properties = try JSONObject(json: JSONValue(parsing: #"{"draft":"Milk"}"#))
    let reached = try await frontEnd.send(ViewSet(view: "l", properties: properties))
    #expect(reached.commit == 1)

    _ = try await frontEnd.send(Add(view: "l"))
    #expect(frontEnd.views["l"]?.state["items"]?.count == 1)

    let afresh = try await frontEnd.send(ViewGet(view: "l"))
    #expect(afresh.commit == 2)

    _ = try await frontEnd.send(ViewClose(view: "l"))
  }

  @Test func aFrontEndIntroducesItself() async throws {
    let server = try await frontEnd.send(
      Initialize(
        clientInfo: ClientInfo(name: "my-editor", version: "2.1"), capabilities: ClientCapabilities(cause: true)))
    #expect(server.protocolVersion == ProtocolVersion.current)
    #expect(server.serverInfo.name == "ListApp")
    #expect(server.process.pid.number == ProcessInfo.processInfo.processIdentifier)
    #expect(server.viewTypes == ["list", "item"])
    #expect(server.limits.openViews == ServerLimits().openViews)
    #expect(server.capabilities.delivery.contains(.patch))
    frontEnd.notify(Initialized())

    let document = try await frontEnd.send(Discover()).json
    let methods = document["methods"]?.elements.compactMap { $0["name"]?.string } ?? []
    #expect(methods.contains("view/open"))
  }

  @Test func aFrontEndNamesItsProcess() {
    let initialize = Initialize(processId: ProcessID(ProcessInfo.processInfo.processIdentifier))
    #expect(initialize.processId?.number == ProcessInfo.processInfo.processIdentifier)
  }

  @Test func aFrontEndHasSeveralWindows() async throws {
    let window = try await frontEnd.send(SessionOpen()).session
    let parameters = try JSONObject(json: JSONValue(parsing: #"{"id":1}"#))
    _ = try await frontEnd.send(
      ViewOpen(type: "item", view: "i", params: parameters, session: window, delivery: .patch))
    _ = try await frontEnd.send(SessionClose(session: window))
  }

  @Test func frontEndsShareASession() async throws {
    let host = TestHost(ListApp())
    let (client, others) = (TestClient(host), TestClient(host))
    let frontEnd = FrontEnd(of: client)
    let other = FrontEnd(of: others)

    let opened = try await frontEnd.send(SessionOpen(session: "work", shared: true, keep: 60))
    _ = try await frontEnd.send(ViewOpen(type: "list", view: "l", session: "work"))
    _ = try await other.send(SessionJoin(session: "work"))
    _ = try await other.send(Add(view: "l"))
    #expect(other.views["l"]?.state["items"]?.count == 1)

    client.disconnect()
    let again = TestClient(host)
    let former = frontEnd
    do {
      let frontEnd = FrontEnd(of: again)
      let list = try await frontEnd.send(SessionList())
      #expect(list.sessions.map(\.session) == ["work"])
      #expect(list.sessions.first?.connections.first?.isBehind == false)

      let joined = try await frontEnd.send(
        SessionJoin(session: "work", token: opened.token, unanswered: [.integer(9)]))
      #expect(joined.views.map(\.view) == ["l"])
      #expect(joined.unknown == [.integer(9)])
      #expect(frontEnd.views["l"]?.state["items"]?.count == 1)
    }
    #expect(former.views["l"]?.state["items"]?.count == 0)
  }

  @Test func aFrontEndLearnsWhatWentWrong() async throws {
    var message: String?
    do {
      _ = try await frontEnd.send(ViewGet(view: "gone"))
    } catch let failure as Failure where failure.kind == .invalidParams(path: JSONPointer("view")) {
      message = failure.message
    }
    #expect(message == #"/view "gone" is not open."#)
  }

  @Test func aFrontEndEndsTheServer() async throws {
    frontEnd.notify(CancelRequest(id: .integer(7)))
    _ = try await frontEnd.send(Shutdown())
    frontEnd.notify(Exit())
    #expect(client.status == 0)
  }

  @Test func aServerSaysWhatChanged() throws {
    let text =
      #"{"commit":2,"cause":[{"id":4,"method":"add","view":"l"}],"#
      + #""views":[{"view":"l","from":1,"changes":{"draft":""}}]}"#
    let change = try StateChanged<[ViewChange]>(json: JSONValue(parsing: text))
    #expect(change.commit == 2)
    #expect(change.cause?.map(\.method) == ["add"])
    #expect(change.views.map(\.from) == [1])
    guard case .values(let values) = change.views[0] else {
      Issue.record("the view has no new values")
      return
    }
    #expect(values.changes.json["draft"]?.string == "")
  }

  @Test func aFrontEndAddsWhatATextHasGrownBy() throws {
    var held = HeldView(try JSONObject(json: JSONValue(parsing: #"{"log":"One\n","count":1}"#)), at: 7)
    let text = #"{"view":"l","from":7,"changes":{"count":2},"appended":{"log":"Two\n"}}"#
    try held.fold(ViewChange(json: JSONValue(parsing: text)), of: 8)
    #expect(held.state["log"]?.string == "One\nTwo\n" && held.state["count"]?.integer == 2)
  }

  @Test func aFrontEndReadsTheKindOfAFailure() throws {
    func failure(_ data: String) throws -> Failure {
      try Failure(json: JSONValue(parsing: #"{"code":-1,"message":"No.","data":\#(data)}"#))
    }
    let overloaded = try failure(#"{"kind":"Overloaded","limit":"openViews"}"#)
    #expect(overloaded.kind == .overloaded(.openViews))

    let cancelled = try failure(#"{"kind":"RequestCancelled","reason":"viewClosed"}"#)
    #expect(cancelled.kind == .requestCancelled(.viewClosed))
  }
}
