import JSON
import Testing

struct DecodingErrorTests {
  private func fault(_ text: String, as type: (some JSONDecodable).Type) -> String? {
    #expect(throws: JSONDecodingError.self) { _ = try type.init(json: JSONValue(parsing: text)) }?.description
  }

  @Test func anErrorForAValueOfTheWrongKindNamesTheKind() {
    #expect(fault("1", as: Bool.self) == "must be a boolean, not an integer")
    #expect(fault(#""1""#, as: Int.self) == "must be an integer, not a string")
    #expect(fault("1.5", as: Int64.self) == "must be an integer, not a number")
    #expect(fault("true", as: Double.self) == "must be a number, not a boolean")
    #expect(fault("null", as: String.self) == "must be a string, not null")
    #expect(fault("[]", as: Int?.self) == "must be an integer, not an array")
    #expect(fault("{}", as: [Int].self) == "must be an array, not an object")
    #expect(fault("[]", as: [String: Int].self) == "must be an object, not an array")
    #expect(fault("[]", as: Point.self) == "must be an object, not an array")
  }

  @Test func theValueItselfIsNeverReported() throws {
    let words = try #require(fault(#"{"x":"hunter2"}"#, as: Point.self))
    #expect(!words.contains("hunter2"))
  }

  @Test func aFaultIsReportedWithItsPath() {
    #expect(fault("[1,true]", as: [Int].self) == "/1 must be an integer, not a boolean")
    #expect(fault(#"[[],["",1]]"#, as: [[String]].self) == "/1/1 must be a string, not an integer")
    #expect(
      fault(#"{"a/b":{"~":0}}"#, as: [String: [String: Bool]].self) == "/a~1b/~0 must be a boolean, not an integer")
    #expect(
      fault(#"{"p":[{"x":1},{"x":1,"label":2}]}"#, as: [String: [Point]].self)
        == "/p/1/label must be a string, not an integer")
    #expect(fault(#"[null,{"x":null}]"#, as: [Point?].self) == "/1/x must be an integer, not null")
  }

  @Test func theTypesAreReportedToPrograms() throws {
    let error = try #require(throws: JSONDecodingError.self) { try [Double].init(json: JSONValue(parsing: "[1,true]")) }
    #expect(error.detail == .type(expected: [.real], found: .boolean))
    #expect(
      JSONDecodingError(expected: .string, .integer, .null, found: .emptyObject).description
        == "must be a string, an integer or null, not an object")
    for kind in JSONValue.Kind.allCases { #expect(JSONValue.Kind(typeName: kind.typeName) == kind) }
    #expect(JSONValue.Kind(typeName: "thing") == nil)
  }

  @Test func aMemberThatIsMissingIsNamed() {
    #expect(fault("{}", as: Point.self) == "/x is missing")
    #expect(fault(#"{"a":{"y":1}}"#, as: [String: Point].self) == "/a/x is missing")
  }
}
