import StateProtocol
import Testing

struct FailureTests {
  private static let all: [(Failure.Kind, Int, String)] = [
    (.parseError(line: 2, column: 5), -32700, #""kind":"ParseError","line":2,"column":5"#),
    (.invalidRequest, -32600, #""kind":"InvalidRequest""#),
    (.methodNotFound(available: ["a", "b"]), -32601, #""kind":"MethodNotFound","available":["a","b"]"#),
    (.invalidParams(path: JSONPointer("a/b", "0")), -32602, #""kind":"InvalidParams","path":"/a~1b/0""#),
    (
      .invalidParams(path: JSONPointer(), candidates: ["v1"]), -32602,
      #""kind":"InvalidParams","path":"","candidates":["v1"]"#
    ),
    (.internalError, -32603, #""kind":"InternalError""#),
    (.requestCancelled(.viewClosed), -32800, #""kind":"RequestCancelled","reason":"viewClosed""#),
    (.contentModified(commit: 17), -32801, #""kind":"ContentModified","commit":17"#),
    (.overloaded(.openViews), -32001, #""kind":"Overloaded","limit":"openViews","retryable":true"#),
    (.other(code: -32099, name: "New"), -32099, #""kind":"New""#),
  ]

  @Test(arguments: all)
  func aFailureIsWrittenWithItsCodeAndKindAndReadAgain(kind: Failure.Kind, code: Int, data: String) throws {
    let failure = Failure(kind, "Words \"here\".")
    var writer = JSONWriter()
    writer.response(to: .integer(1), failure: failure)
    let text = #"{"jsonrpc":"2.0","id":1,"error":{"code":\#(code),"message":"Words \"here\".","data":{\#(data)}}}"#
    #expect(writer.description == text)
    guard case .responses(let responses) = try ServerMessage(parsing: text),
      case .failure(let error) = try #require(responses.first).result
    else {
      Issue.record("no failure was read")
      return
    }
    #expect(Failure(error) == failure)
  }

  @Test func everyKindIsDescribedAsItIsWritten() throws {
    let described = Failure.descriptions.map(\.name)
    #expect(Set(FailureTests.all.map(\.0.name)) == Set(described + ["New"]))
    for (kind, code, data) in FailureTests.all where kind.name != "New" {
      let description = try #require(Failure.descriptions.first { $0.name == kind.name })
      #expect(description.code == code)
      let written = try JSONValue(parsing: "{\(data)}").members.map(\.key).dropFirst()
      #expect(written.allSatisfy { name in description.data.contains { $0.name == name } })
      #expect(description.data.filter(\.isRequired).allSatisfy { written.contains($0.name) })
    }
  }

  @Test(arguments: [
    #"{"code":-1,"message":"m"}"#, #"{"code":-32801,"message":"m","data":{"kind":"ContentModified"}}"#,
    #"{"code":-32001,"message":"m","data":{"kind":"Overloaded","limit":"others"}}"#, "7",
  ])
  func anErrorThatSaysLessIsReadAsFarAsItGoes(error: String) throws {
    guard
      case .responses(let responses) = try ServerMessage(parsing: #"{"jsonrpc":"2.0","id":1,"error":\#(error)}"#),
      case .failure(let read) = try #require(responses.first).result, case .other = Failure(read).kind
    else {
      Issue.record("not read as another kind")
      return
    }
  }

  @Test func theLimitsThatFailuresNameAreThoseOfInitialize() {
    let names = ServerLimits.jsonSchema.members.map(\.name)
    #expect(PassedLimit.allCases.allSatisfy { names.contains($0.rawValue) })
  }
}
