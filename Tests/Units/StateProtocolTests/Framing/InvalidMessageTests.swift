import JSON
import StateProtocol
import Testing

struct InvalidMessageTests {
  @Test(arguments: [
    ("1", "A message must be an object."),
    (#""text""#, "A message must be an object."),
    ("[]", "A batch must not be empty."),
    ("{}", "The member jsonrpc must be \"2.0\"."),
    (#"{"method":"a"}"#, "The member jsonrpc must be \"2.0\"."),
    (#"{"jsonrpc":"1.0","method":"a"}"#, "The member jsonrpc must be \"2.0\"."),
    (#"{"jsonrpc":2.0,"method":"a"}"#, "The member jsonrpc must be \"2.0\"."),
    (#"{"jsonrpc":"2.0"}"#, "The member method is missing."),
    (#"{"jsonrpc":"2.0","params":{}}"#, "The member method is missing."),
    (#"{"jsonrpc":"2.0","method":1}"#, "The member method must be a string."),
    (#"{"jsonrpc":"2.0","method":null,"result":1}"#, "The member method must be a string."),
    (#"{"jsonrpc":"2.0","method":"a","params":1}"#, "The member params must be an object or an array."),
    (#"{"jsonrpc":"2.0","method":"a","params":true}"#, "The member params must be an object or an array."),
    (#"{"jsonrpc":"2.0","method":"a","params":"x"}"#, "The member params must be an object or an array."),
    (#"{"jsonrpc":"2.0","method":"a","id":1.5}"#, "An id must be a string, an integer or null."),
    (#"{"jsonrpc":"2.0","method":"a","id":1.0}"#, "An id must be a string, an integer or null."),
    (#"{"jsonrpc":"2.0","method":"a","id":true}"#, "An id must be a string, an integer or null."),
    (#"{"jsonrpc":"2.0","method":"a","id":[1]}"#, "An id must be a string, an integer or null."),
    (#"{"jsonrpc":"2.0","method":"a","id":{}}"#, "An id must be a string, an integer or null."),
    (#"{"jsonrpc":"2.0","result":1,"id":{}}"#, "An id must be a string, an integer or null."),
  ])
  func anInvalidMessageIsRefusedWithAReason(text: String, words: String) throws {
    let (fault, id) = try invalid(text)
    #expect(fault == .notARequest(words))
    #expect(id == .null)
  }

  @Test(
    arguments: [
      (#"{"id":7}"#, .integer(7)),
      (#"{"jsonrpc":"1.0","id":"x","method":"a"}"#, .string("x")),
      (#"{"jsonrpc":"2.0","id":7,"method":1}"#, .integer(7)),
      (#"{"jsonrpc":"2.0","method":"a","params":1,"id":"7"}"#, .string("7")),
      (#"{"jsonrpc":"2.0","id":7}"#, .integer(7)),
      (#"{"jsonrpc":"2.0","id":null}"#, .null),
    ] as [(String, RequestID)])
  func theIDOfABadMessageIsSalvaged(text: String, id: RequestID) throws {
    #expect(try invalid(text).id == id)
  }

  @Test(arguments: [
    ("", 1, 0, "Not valid JSON at line 1, column 0."),
    (#"{"id":1,}"#, 1, 9, "Not valid JSON at line 1, column 9."),
    ("{\n\"id\":1,\"id\":2}", 2, 11, "Duplicate key at line 2, column 11."),
    (#"{"jsonrpc":"2.0","id":99999999999999999999,"method":"a""#, 1, 42, "Number out of range at line 1, column 42."),
  ])
  func invalidJSONIsAParseErrorWithItsPlace(text: String, line: Int, column: Int, words: String) throws {
    let (fault, id) = try invalid(text)
    guard case .notJSON(let error) = fault else { throw Unexpected(text: text) }
    #expect("\(error)." == words)
    #expect((error.line, error.column) == (line, column))
    #expect(id == .null)
  }

  @Test func bytesThatAreNotUTF8AreAParseError() throws {
    let bytes = Array(#"{"id":1,"a":""#.utf8) + [0xFF] + Array(#""}"#.utf8)
    let message = bytes.withUnsafeBytes { IncomingMessage(parsing: $0) }
    guard case .single(.invalid(.notJSON(let error), .null)) = message else { throw Unexpected(text: "\(bytes)") }
    #expect(error.reason == .invalidUTF8)
  }

  @Test func whatNestsTooDeeplyIsAParseError() throws {
    let message = IncomingMessage("[[[]]]", limits: MessageLimits(depth: 2))
    guard case .single(.invalid(.notJSON(let error), .null)) = message else { throw Unexpected(text: "[[[]]]") }
    #expect((error.line, error.column) == (1, 3))
    guard case .notJSON(let other) = try invalid(#"{"a":"# + String(repeating: "[", count: 100_000)).fault else {
      throw Unexpected(text: "nested")
    }
    #expect(other.reason == .tooDeep)
  }

  @Test(arguments: [
    ("[[],[]]", 2, 2, ["more than 2 values null"]), ("[[],[]]", 3, 1, ["more than 1 entries null"]),
    ("[[],[]]", 3, 2, ["no request null", "no request null"]), ("[[],[]", 3, 1, ["more than 1 entries null"]),
    (#"{"jsonrpc":"2.0","id":1,"method":"a","params":{"b":[{}]}}"#, 6, 0, ["more than 6 values null"]),
    (#"{"jsonrpc":"2.0","id":1,"method":"a","params":{"b":[{}]}}"#, 7, 0, ["a 1"]),
    (#"{"jsonrpc":"2.0","id":1,"method":"a","params":{"b":1e999}}"#, 6, 0, ["not JSON null"]),
    (#"{"jsonrpc":"2.0","id":-0,"method":"a"}"#, 4, 0, ["a 0"]),
  ])
  func whatHasTooManyValuesOrEntriesIsRefusedAsAWhole(text: String, values: Int, entries: Int, summaries: [String]) {
    switch IncomingMessage(text, limits: MessageLimits(values: values, entries: entries)) {
    case .single(let entry): #expect([entry.summary] == summaries)
    case .batch(let entries): #expect(entries.map(\.summary) == summaries)
    }
  }

  private func invalid(_ text: String) throws -> (fault: MessageFault, id: RequestID?) {
    guard case .single(.invalid(let fault, let id)) = IncomingMessage(text) else { throw Unexpected(text: text) }
    return (fault, id)
  }
}
