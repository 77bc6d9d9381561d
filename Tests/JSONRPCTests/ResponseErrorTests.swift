import JSON
import JSONRPC
import Testing

struct ResponseErrorTests {
  private func text(of error: ResponseError) -> String {
    var writer = JSONWriter()
    writer.write(error)
    return writer.description
  }

  @Test(
    arguments: [
      (.parseError, -32700, "ParseError"),
      (.invalidRequest, -32600, "InvalidRequest"),
      (.methodNotFound, -32601, "MethodNotFound"),
      (.invalidParams, -32602, "InvalidParams"),
      (.internalError, -32603, "InternalError"),
      (.requestCancelled, -32800, "RequestCancelled"),
      (.contentModified, -32801, "ContentModified"),
      (.overloaded, -32001, "Overloaded"),
      (ResponseError.Code(rawValue: -32099), -32099, "ServerError"),
    ] as [(ResponseError.Code, Int, String)])
  func everyCodeHasItsNumberAndKind(code: ResponseError.Code, number: Int, kind: String) {
    #expect(
      text(of: ResponseError(code, "Words \"here\"."))
        == #"{"code":\#(number),"message":"Words \"here\".","data":{"kind":"\#(kind)"}}"#)
  }

  @Test(
    arguments: [
      (.position(line: 2, column: 5), #""line":2,"column":5"#),
      (.path(JSONPointer("a/b", "0")), #""path":"/a~1b/0""#),
      (.path(JSONPointer()), #""path":"""#),
      (.available(["a", "b"]), #""available":["a","b"]"#),
      (.available([]), #""available":[]"#),
      (.candidates(["v1", "v2"]), #""candidates":["v1","v2"]"#),
      (.reason("viewClosed"), #""reason":"viewClosed""#),
      (.commit(17), #""commit":17"#),
      (.limit("maxCalls"), #""limit":"maxCalls","retryable":true"#),
    ] as [(ResponseError.Detail, String)])
  func aDetailIsAMemberOfTheData(detail: ResponseError.Detail, members: String) {
    #expect(
      text(of: ResponseError(.internalError, "", detail))
        == #"{"code":-32603,"message":"","data":{"kind":"InternalError",\#(members)}}"#)
  }

  @Test func detailsAreWrittenInTheirOrder() {
    let error = ResponseError(.invalidParams, "", .path(JSONPointer("view")), .candidates(["v1"]))
    #expect(
      text(of: error)
        == #"{"code":-32602,"message":"","data":{"kind":"InvalidParams","path":"/view","candidates":["v1"]}}"#)
  }
}
