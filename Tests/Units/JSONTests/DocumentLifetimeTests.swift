@testable import JSON
import Testing

struct DocumentLifetimeTests {
  @Test func aValueOutlivesTheJSONItWasReadFrom() throws {
    func innermost() throws -> JSONValue {
      try #require(
        JSONValue(parsing: #"{"a":[{"b":"text that is too long for a small string"}]}"#)["a"]?.elements.first?["b"])
    }
    #expect(try innermost().string == "text that is too long for a small string")
  }

  @Test func theDocumentEndsWithItsLastValue() throws {
    weak var document: JSONDocument?
    var element: JSONValue?
    do {
      let json = try JSONValue(parsing: "[[1],[2]]")
      document = json.document
      element = json.elements.last
    }
    #expect(document != nil)
    #expect(element?.elements.first?.integer == 2)
    element = nil
    #expect(document == nil)
  }

  @Test func aCopyOfAnObjectKeepsNothingOfTheRestOfTheDocument() throws {
    weak var document: JSONDocument?
    let text = #"{"a":[1,0.5,"x",true,null],"b":{"c":{}}}"#
    let copy: JSONObject
    do {
      let json = try JSONValue(parsing: "[\(text)]")
      document = json.document
      copy = try JSONObject(json: try #require(json.elements.first)).copy
    }
    #expect(document == nil)
    #expect(copy.json.description == text)
  }

  @Test func valuesAreReadOnManyThreadsAtOnce() async throws {
    let json = try JSONValue(parsing: "[" + (0..<1000).map(String.init).joined(separator: ",") + "]")
    let sums = await withTaskGroup(of: Int64.self) { group in
      for _ in 0..<16 { group.addTask { json.elements.compactMap(\.integer).reduce(0, +) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sums == Array(repeating: 499_500, count: 16))
  }

  @Test func textsAreParsedOnManyThreadsAtOnce() async throws {
    let counts = await withTaskGroup(of: Int?.self) { group in
      for number in 0..<64 { group.addTask { try? JSONValue(parsing: #"{"a":\#(number),"b":{"c":[]}}"#).count } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 2, count: 64))
  }

  @Test(arguments: [0, 1, 100, 1_000, 1_001, 100_000])
  func textsOfAnyLengthAreKept(_ length: Int) throws {
    let texts = (0..<20).map { String(repeating: "\($0 % 10)", count: length) }
    let json = try JSONValue(parsing: #"["\#(texts.joined(separator: #"",""#))"]"#)
    #expect(json.elements.map(\.string) == texts)
  }

  @Test(arguments: [0, 1, 10, 1_000, 10_000])
  func objectsOfAnySizeAreKept(_ count: Int) throws {
    let members = (0..<count).map { #""member \#($0)":[{"\#($0)":[\#($0)]}]"# }
    let json = try JSONValue(parsing: "{\(members.joined(separator: ","))}")
    for number in 0..<count {
      #expect(json["member \(number)"]?.elements.first?["\(number)"]?.elements.first?.integer == Int64(number))
    }
    #expect(json.members.map(\.key) == (0..<count).map { "member \($0)" })
  }
}
