import JSON
import StateProtocol
import Testing

struct OutgoingMessageTests {
  private func text(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return writer.description
  }

  @Test(arguments: [(.integer(1), "1"), (.string("1"), #""1""#), (.null, "null")] as [(RequestID, String)])
  func aResultCarriesTheIDOfItsRequest(id: RequestID, idText: String) {
    #expect(
      text { $0.response(to: id) { writer in writer.object { $0.member("commit", 3) } } }
        == #"{"jsonrpc":"2.0","id":\#(idText),"result":{"commit":3}}"#)
  }

  @Test func aResultMayBeNull() {
    #expect(text { $0.response(to: .integer(1)) { $0.writeNull() } } == #"{"jsonrpc":"2.0","id":1,"result":null}"#)
  }

  @Test func anErrorCarriesTheIDOfItsRequest() throws {
    let error = try JSONValue(parsing: #"{"code":7,"message":"Stale.","data":true}"#)
    #expect(
      text { $0.response(to: .string("a"), error: error) }
        == #"{"jsonrpc":"2.0","id":"a","error":{"code":7,"message":"Stale.","data":true}}"#)
  }

  @Test func aNotificationHasNoID() {
    #expect(
      text { $0.request("a", id: nil, params: JSONObject.empty) } == #"{"jsonrpc":"2.0","method":"a","params":{}}"#)
  }
}
