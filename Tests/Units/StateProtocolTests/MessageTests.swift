import StateProtocol
import Testing

/// Each message is written as it is read, and as its schema says.
struct MessageTests {
  private static func text(_ value: some JSONEncodable) -> String {
    var writer = JSONWriter()
    writer.write(value)
    return writer.description
  }

  /// Reads a text as a type, and writes it again.
  private static func again<Value: JSONCodable>(_ type: Value.Type, _ text: String) throws -> String {
    let json = try JSONValue(parsing: text)
    let names = Value.jsonSchema.members.map(\.name)
    if !names.isEmpty {
      #expect(json.members.allSatisfy { names.contains($0.key) }, "the schema names what is written")
      let required = Value.jsonSchema.members.filter(\.isRequired).map(\.name)
      #expect(required.allSatisfy { json[$0] != nil }, "what the schema demands is written")
    }
    return MessageTests.text(try Value(json: json))
  }

  @Test(
    arguments: [
      (
        Initialize.self,
        #"{"protocolVersion":2,"clientInfo":{"name":"a","version":null},"processId":7,"capabilities":{"cause":true,"append":true}}"#
      ),
      (Initialized.self, "{}"), (Discover.self, "{}"), (Shutdown.self, "{}"), (Exit.self, "{}"),
      (CancelRequest.self, #"{"id":"x"}"#), (CancelRequest.self, #"{"id":null}"#),
      (SessionOpen.self, #"{"session":"s","shared":null,"keep":null}"#),
      (SessionOpen.self, #"{"session":"s","shared":true,"keep":2.5}"#),
      (SessionJoin.self, #"{"session":"s","token":"t","unanswered":[1,"1"],"delivery":"patch"}"#),
      (SessionList.self, "{}"), (SessionClose.self, #"{"session":"s"}"#),
      (
        ViewOpen.self,
        #"{"type":"t","view":"v","params":{"a":[1]},"session":"s","delivery":"patch"}"#
      ),
      (ViewSet.self, #"{"view":"v","properties":{"a":null}}"#), (ViewGet.self, #"{"view":"v"}"#),
      (ViewClose.self, #"{"view":"v"}"#),
    ] as [(any ClientRequest.Type, String)])
  func aRequestIsReadAndWrittenAlike(type: any ClientRequest.Type, text: String) throws {
    #expect(try MessageTests.again(type, text) == text)
  }

  @Test(
    arguments: [
      (NullResult.self, "null"), (ReachedCommit.self, #"{"commit":3}"#), (OpenedSession.self, #"{"session":"s"}"#),
      (ViewSnapshot<JSONObject>.self, #"{"view":"v","commit":3,"state":{"a":1,"b":[true]}}"#),
      (
        StateChanged<[ViewChange]>.self,
        #"{"commit":3,"cause":[{"id":1,"method":"a","view":"v"},{"id":null,"method":"b"},{"method":"c"}],"views":[]}"#
      ),
      (StateChanged<[ViewChange]>.self, #"{"commit":3,"views":[{"view":"v","from":2,"changes":{"a":null}}]}"#),
      (ViewChange.self, #"{"view":"v","from":2,"changes":{"a":1},"appended":{"b":"c"}}"#),
      (ViewChange.self, #"{"view":"v","from":2,"appended":{"b":"\u0000é\""}}"#),
      (ViewChange.self, #"{"view":"v","from":2,"patch":[{"op":"append","path":"/b","value":"c"}]}"#),
      (
        ViewChange.self,
        #"{"view":"v","from":2,"patch":[{"op":"add","path":"/a~1b/0","value":null},{"op":"remove","path":"/c"}]}"#
      ),
      (
        InitializeResult.self,
        #"{"protocolVersion":2,"serverInfo":{"name":"a","version":"1.0.0"},"process":{"id":"0f","pid":7},"#
          + #""capabilities":{"delivery":["properties","patch"],"cause":true,"append":true},"#
          + #""limits":{"messageSize":1,"nesting":2,"messageValues":3,"batchEntries":4,"callsUnderWay":5,"sessionCalls":6,"#
          + #""openViews":7,"subscriptions":8,"sessions":9,"sharedSessions":10,"nameSize":11,"unreadBytes":12,"#
          + #""connections":13,"keep":14},"viewTypes":["a"],"schemaHash":"00"}"#
      ),
      (
        SessionJoin.Response.self,
        #"{"session":"s","token":"t","commit":3,"#
          + #""views":[{"view":"v","type":"t","params":{"a":1},"state":{"b":null}}],"#
          + #""answers":[{"id":1,"result":{"commit":2}},{"id":"x","error":{"code":-32800,"#
          + #""message":"m","data":{"kind":"RequestCancelled","reason":"viewClosed"}}}],"running":[2],"unknown":["1"]}"#
      ),
      (
        SharedSessions.self,
        #"{"sessions":[{"session":"s","keep":1.5,"views":[{"view":"v","type":"t"}],"#
          + #""connections":[{"clientInfo":{"name":"a","version":null},"since":"2026-01-31T12:00:00Z","#
          + #""isBehind":true},{"since":"2026-01-31T12:00:00.500Z","isBehind":false}]}],"connections":3}"#
      ),
      (
        SessionChanged<[OpenedView<JSONObject>]>.self,
        #"{"session":"s","opened":[{"view":"v","type":"t","params":{},"commit":3,"state":{"b":1}}],"#
          + #""closed":["w"],"connections":2}"#
      ),
    ] as [(any JSONCodable.Type, String)])
  func whatTheServerSaysIsReadAndWrittenAlike(type: any JSONCodable.Type, text: String) throws {
    #expect(try MessageTests.again(type, text) == text)
  }

  @Test func messagesOfTheServerAreDistinguished() throws {
    let change = #"{"jsonrpc":"2.0","method":"state/changed","params":{"commit":3,"views":[]}}"#
    guard case .stateChanged(let read) = try ServerMessage(parsing: change) else {
      Issue.record("no change was read")
      return
    }
    #expect(read.commit == 3)
    let batch = #"[{"jsonrpc":"2.0","id":1,"result":null},{"jsonrpc":"2.0","id":"x","result":2}]"#
    guard case .responses(let responses) = try ServerMessage(parsing: batch) else {
      Issue.record("no responses were read")
      return
    }
    #expect(responses.map(\.id) == [.integer(1), .string("x")])
  }

  @Test(arguments: ["", "{", #"{"jsonrpc":"2.0","id":1,"result":9223372036854775808}"#])
  func aTextOfAServerThatIsNotJSONIsRefused(text: String) {
    #expect(throws: JSONParsingError.self) { try ServerMessage(parsing: text) }
  }

  @Test(arguments: [
    "{}", "1", "[1]", #"{"jsonrpc":"2.0","method":"other"}"#,
    #"{"jsonrpc":"2.0","method":"state/changed","params":{"commit":"x","views":[]}}"#,
    #"{"jsonrpc":"2.0","method":"state/changed","params":{"commit":1,"views":[{"view":"v","from":0}]}}"#,
  ])
  func aTextThatIsNotAMessageOfAServerIsRefused(text: String) {
    #expect(throws: JSONDecodingError.self) { try ServerMessage(parsing: text) }
  }

  @Test func aCallSaysWhichViewAndCommitItMeans() throws {
    let call = ActionCall(params: try JSONValue(parsing: #"{"view":"v","ifCommit":3,"by":1}"#))
    #expect(try call.view == "v" && call.ifCommit == 3)
    let bare = ActionCall(params: nil)
    #expect(try bare.view == nil && bare.ifCommit == nil)
    #expect(throws: JSONDecodingError.self) { try ActionCall(params: JSONValue(parsing: #"{"view":1}"#)).view }
    #expect(ActionCall.memberNames == Set(ActionCall.members.map(\.name)))
  }
}
