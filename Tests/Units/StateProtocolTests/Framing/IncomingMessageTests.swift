import JSON
import StateProtocol
import Testing

struct IncomingMessageTests {
  @Test func aRequestHasAnIDAMethodAndItsParams() throws {
    let request = try request(#"{"jsonrpc":"2.0","id":7,"method":"a/b","params":{"x":1}}"#)
    #expect(request.id == .integer(7))
    #expect(request.method == "a/b")
    #expect(request.params?["x"]?.integer == 1)
  }

  @Test func aCallWithoutIDIsANotification() throws {
    let request = try request(#"{"jsonrpc":"2.0","method":"a","params":[1]}"#)
    #expect(request.id == nil)
    #expect(request.params?.count == 1)
  }

  @Test(arguments: ["", #","params":null"#, #","params":[]"#])
  func paramsMayBeLeftOut(params: String) throws {
    #expect(try request(#"{"jsonrpc":"2.0","id":1,"method":"a"\#(params)}"#).params == nil)
  }

  @Test func unknownMembersAreIgnored() throws {
    #expect(try request(#"{"extra":{},"jsonrpc":"2.0","method":"","id":1,"result":2}"#).method.isEmpty)
  }

  @Test(
    arguments: [
      (#""1""#, .string("1")), ("1", .integer(1)), ("-1", .integer(-1)), ("9223372036854775807", .integer(.max)),
      (#""""#, .string("")), (#""é\u0000""#, .string("é\0")), ("null", .null),
    ] as [(String, RequestID)])
  func idsAreKeptApartAndEchoedAsReceived(text: String, id: RequestID) throws {
    #expect(try request(#"{"jsonrpc":"2.0","id":\#(text),"method":"a"}"#).id == id)
    var writer = JSONWriter()
    writer.write(id)
    #expect(writer.description == text)
  }

  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":-0,"method":"m"}"#, ["m 0"]),
    (#"{"jsonrpc":"2.0","id":9223372036854775807,"method":"m","params":[-0]}"#, ["m 9223372036854775807"]),
    (#"{"jsonrpc":"2.0","id":-0,"method":"m","params":[9223372036854775808]}"#, ["not JSON 0"]),
    (#"{"jsonrpc":"2.0","id":9007199254740991,"method":"m","a":9223372036854775808}"#, ["not JSON 9007199254740991"]),
    (#"{"jsonrpc":"2.0","id":9007199254740992,"method":"m","a":9223372036854775808}"#, ["not JSON null"]),
    (#"{"jsonrpc":"2.0","id":9007199254740993,"method":"m","a":9223372036854775808}"#, ["not JSON null"]),
    (#"{"jsonrpc":"2.0","id":-9007199254740991,"method":"m","a":9223372036854775808}"#, ["not JSON -9007199254740991"]),
    (#"{"jsonrpc":"2.0","id":-9223372036854775808,"method":"m","a":9223372036854775808}"#, ["not JSON null"]),
    (#"{"jsonrpc":"2.0","id":-9223372036854775809,"method":"m"}"#, ["not JSON null"]),
    (#"{"jsonrpc":"2.0","id":1.5,"method":"m","a":9223372036854775808}"#, ["not JSON null"]),
    (#"{"jsonrpc":"2.0","id":"1","method":"m","a":9223372036854775808}"#, [#"not JSON "1""#]),
    (#"{"jsonrpc":"2.0","method":"m","a":9223372036854775808}"#, ["not JSON -"]),
    (#"{"jsonrpc":"2.0","id":1,"method":"m","a":1e999}"#, ["not JSON null"]),
    ("9223372036854775808", ["not JSON null"]),
    (#"{"jsonrpc":"2.0","id":1,"result":9223372036854775808}"#, ["not JSON -"]),
    (#"{"jsonrpc":"2.0","id":null,"error":{"code":9223372036854775808,"message":""}}"#, ["not JSON -"]),
    (#"{"jsonrpc":"2.0","id":1,"method":"m","result":9223372036854775808}"#, ["not JSON 1"]),
    (
      #"[{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","id":"b","method":"b"},9223372036854775808]"#,
      ["not JSON 1", #"not JSON "b""#, "not JSON null"]
    ),
  ])
  func aMessageWithANumberThatDoesNotFitIsRefusedUnderAnExactID(text: String, summaries: [String]) throws {
    switch IncomingMessage(text) {
    case .single(let entry): #expect([entry.summary] == summaries)
    case .batch(let entries): #expect(entries.map(\.summary) == summaries)
    }
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","id":1,"result":null}"#, #"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}"#,
  ])
  func aResponseIsNotACall(text: String) throws {
    guard case .response = try single(text) else { throw Unexpected(text: text) }
  }

  @Test func aBatchHasItsEntriesInOrder() throws {
    let text = #"[{"jsonrpc":"2.0","id":1,"method":"a"},1,{"jsonrpc":"2.0","method":"b"},[],{"id":"x"}]"#
    guard case .batch(let entries) = IncomingMessage(text) else { throw Unexpected(text: text) }
    #expect(entries.map(\.summary) == ["a 1", "no request null", "b", "no request null", "no request \"x\""])
  }

  @Test func aBatchOfOneIsStillABatch() throws {
    guard case .batch(let entries) = IncomingMessage("[{}]") else { throw Unexpected(text: "[{}]") }
    #expect(entries.map(\.summary) == ["no request null"])
  }

  private func request(_ text: String) throws -> Request {
    guard case .request(let request) = try single(text) else { throw Unexpected(text: text) }
    return request
  }

  private func single(_ text: String) throws -> IncomingMessage.Entry {
    guard case .single(let entry) = IncomingMessage(text) else { throw Unexpected(text: text) }
    return entry
  }
}
