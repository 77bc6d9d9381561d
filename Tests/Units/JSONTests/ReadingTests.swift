import JSON
import Testing

struct ReadingTests {
  private let json: JSONValue

  init() throws {
    json = try JSONValue(
      parsing: #"{"o":{"k":1},"a":[1,"x"],"s":"é","i":3,"w":1.0,"r":1.5,"t":true,"f":false,"n":null}"#)
  }

  @Test(
    arguments: [
      ("o", .object), ("a", .array), ("s", .string), ("i", .integer), ("w", .real), ("r", .real), ("t", .boolean),
      ("f", .boolean), ("n", .null),
    ] as [(String, JSONValue.Kind)])
  func everyValueHasAKind(key: String, kind: JSONValue.Kind) {
    #expect(json[key]?.kind == kind)
  }

  @Test func aScalarIsReadAsItsOwnKindAlone() {
    #expect(json.members.compactMap { $0.value.string } == ["é"])
    #expect(json.members.compactMap { $0.value.boolean } == [true, false])
    #expect(json.members.compactMap { $0.value.number } == [3, 1, 1.5])
    #expect(json.members.filter { $0.value.isNull }.map(\.key) == ["n"])
  }

  @Test func aRealThatIsWholeIsAlsoAnInteger() throws {
    #expect(json.members.compactMap { $0.value.integer } == [3, 1])
    #expect(try JSONValue(parsing: "1e300").integer == nil)
    #expect(try JSONValue(parsing: "-9223372036854775808.0").integer == .min)
    #expect(try JSONValue(parsing: "9223372036854775808.0").integer == nil)
  }

  @Test func membersComeInTheOrderOfTheText() throws {
    let keys = (0..<100).map { "key\(($0 * 37) % 100)" }
    let json = try JSONValue(parsing: "{" + keys.map { "\"\($0)\":0" }.joined(separator: ",") + "}")
    #expect(json.members.map(\.key) == keys)
    #expect(json.count == 100)
  }

  @Test func elementsComeInTheOrderOfTheText() {
    #expect(json["a"]?.elements.map(\.description) == ["1", #""x""#])
    #expect(json["a"]?.count == 2)
  }

  @Test(arguments: ["a", "s", "i", "r", "t", "n"])
  func aValueThatIsNotAnObjectHasNoMembers(key: String) {
    #expect(json[key]?.members.isEmpty == true)
    #expect(json[key]?["k"] == nil)
  }

  @Test(arguments: ["o", "s", "i", "r", "t", "n"])
  func aValueThatIsNotAnArrayHasNoElements(key: String) {
    #expect(json[key]?.elements.isEmpty == true)
  }

  @Test func aScalarHasNoCount() {
    #expect(json.members.map { $0.value.count } == [1, 2, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test func aMemberIsFoundByItsWholeKey() throws {
    let json = try JSONValue(parsing: #"{"":1,"é":2,"a.b":3}"#)
    #expect(json[""]?.integer == 1)
    #expect(json["é"]?.integer == 2)
    #expect(json["a.b"]?.integer == 3)
    #expect(json["a"] == nil)
    #expect(json["a.b\0"] == nil)
  }

  @Test func theEmptyObjectHasNoMembers() {
    #expect(JSONValue.emptyObject.kind == .object)
    #expect(JSONValue.emptyObject.count == 0)
    #expect(JSONValue.emptyObject.description == "{}")
  }
}
