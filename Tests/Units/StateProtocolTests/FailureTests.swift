import StateProtocol
import Testing

struct FailureTests {
  private static let unknown = UnknownName(name: "c", available: ["a", "b"], suggestion: "b")
  private static let all: [(Failure.Kind, Int, String)] = [
    (.parseError(line: 2, column: 5), -32700, #""kind":"ParseError","line":2,"column":5"#),
    (.invalidRequest, -32600, #""kind":"InvalidRequest""#),
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
    writer.response(to: .integer(1), error: failure)
    let text = #"{"jsonrpc":"2.0","id":1,"error":{"code":\#(code),"message":"Words \"here\".","data":{\#(data)}}}"#
    #expect(writer.description == text)
    guard case .responses(let responses) = try ServerMessage(parsing: text),
      case .failure(let error) = try #require(responses.first).result
    else {
      Issue.record("no failure was read")
      return
    }
    #expect(error == failure)
  }

  private static let detailed: [(Failure, String)] = [
    (
      .methodNotFound(unknown, "There is no"),
      #"{"code":-32601,"message":"There is no \"c\"; did you mean \"b\"?","#
        + #""data":{"kind":"MethodNotFound","available":["a","b"],"name":"c","suggestion":"b"}}"#
    ),
    (
      .unknown("view", UnknownName("c", among: ["first"]), "is not open"),
      #"{"code":-32602,"message":"/view \"c\" is not open; there is \"first\".","#
        + #""data":{"kind":"InvalidParams","path":"/view","name":"c","available":["first"]}}"#
    ),
    (
      .unknown("view", UnknownName("c", among: []), "is not open"),
      #"{"code":-32602,"message":"/view \"c\" is not open.","#
        + #""data":{"kind":"InvalidParams","path":"/view","name":"c","available":[]}}"#
    ),
    (
      .inUse("session", "s"),
      #"{"code":-32602,"message":"/session \"s\" is in use.","#
        + #""data":{"kind":"InvalidParams","path":"/session","name":"s"}}"#
    ),
    (
      Failure(JSONDecodingError(expected: .string, .real, found: .emptyObject), inside: "params"),
      #"{"code":-32602,"message":"/params must be a string or a number, not an object.","#
        + #""data":{"kind":"InvalidParams","path":"/params","expected":["string","number"],"found":"object"}}"#
    ),
    (
      .invalid("protocolVersion", "is none", detail: .supported([1, 2])),
      #"{"code":-32602,"message":"/protocolVersion is none; supported: 1, 2.","#
        + #""data":{"kind":"InvalidParams","path":"/protocolVersion","supported":[1,2]}}"#
    ),
  ]

  @Test(arguments: detailed)
  func whatIsKnownOfAFaultIsWrittenAndReadAgain(failure: Failure, text: String) throws {
    var writer = JSONWriter()
    writer.response(to: .integer(1), error: failure)
    #expect(writer.description == #"{"jsonrpc":"2.0","id":1,"error":\#(text)}"#)
    let response = try #require(Response(JSONValue(parsing: writer.description), id: .integer(1)))
    guard case .failure(let error) = response.result else {
      Issue.record("no failure was read")
      return
    }
    #expect(error == failure)
    let written = try JSONValue(parsing: text)["data"]?.members.map(\.key).dropFirst() ?? []
    let description = try #require(Failure.descriptions.first { $0.code == failure.kind.code })
    #expect(written.allSatisfy { name in description.data.contains { $0.name == name } })
  }

  @Test func aFailureTakesLittleMoreThanItRepeats() {
    let long = String(repeating: "x", count: 100_000)
    let names = (0..<1000).map { String(repeating: "\($0)", count: 300) }
    let unknown = Failure.unknown("type", UnknownName(long, among: names), "is not there")
    #expect(unknown.message.utf8.count < 1000)
    #expect(unknown.textSize >= names.prefix(100).reduce(0) { $0 + $1.utf8.count })
    #expect(unknown.textSize < 110_000)
    #expect(Failure(JSONDecodingError("is none", at: JSONPointer(long))).message == "A parameter is none.")
  }

  @Test func everyKindIsDescribedAsItIsWritten() throws {
    let described = Failure.descriptions.map(\.name)
    #expect(Set(FailureTests.all.map(\.0.name) + ["MethodNotFound"]) == Set(described + ["New"]))
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
      case .failure(let read) = try #require(responses.first).result, case .other = read.kind
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
