import Foundation
import JSON
import Observation
import Testing

/// The JSON forms that `@JSONCodable` gives to the types of an app.
struct DeclaredFormTests {
  @JSONCodable struct UserID: RawRepresentable, Hashable {
    let rawValue: String
  }

  @JSONCodable struct Options: OptionSet {
    let rawValue: UInt8
  }

  @JSONCodable enum Level: Int {
    case low = -1, middle, high
  }

  @JSONCodable enum Color: String {
    case red, blue
  }

  @JSONCodable indirect enum Shape: Equatable {
    /// Round.
    case circle(radius: Double)
    case pair(Shape, scale: Int = 1, name: String?)
    case nothing
  }

  @JSONCodable struct Page: Equatable {
    var totalCount = 0
    var cache: [Int] = [1]
    @Hidden var note: String?

    enum CodingKeys: String, CodingKey {
      case totalCount = "total_count"
    }
  }

  @MainActor @Observable @JSONCodable final class Item {
    let id: Int
    var title = "a"
    @Hidden var secret = "s"
    private(set) var children: [Item] = []
    private let parent: Item?

    init(id: Int, parent: Item? = nil) { (self.id, self.parent) = (id, parent) }

    func add(_ item: Item) { children.append(item) }
  }

  @JSONCodable(omitsNil: true) struct Reply: Equatable {
    let color: Color
    let level: Level?
  }

  @Test func aNestedTypeFindsTheTypesBesideIt() throws {
    try expectForm(Reply(color: .red, level: nil), #"{"color":"red"}"#)
    #expect(
      definition(of: Reply.jsonSchema)
        == ##"{"type":"object","properties":{"color":{"$ref":"#/$defs/DeclaredFormTests.Color"},"##
        + ##""level":{"$ref":"#/$defs/DeclaredFormTests.Level"}},"required":["color"]}"##)
  }

  private func text(of value: some JSONEncodable) -> String {
    var writer = JSONWriter()
    writer.write(value)
    return writer.description
  }

  private func definition(of schema: JSONSchema) -> String {
    var writer = JSONWriter()
    schema.writeDefinition(to: &writer)
    return writer.description
  }

  private func expectForm<Value: JSONCodable & Equatable>(
    _ value: Value, _ text: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(self.text(of: value) == text, sourceLocation: location)
    #expect(try Value(json: JSONValue(parsing: text)) == value, sourceLocation: location)
  }

  private func fault(_ text: String, as type: (some JSONDecodable).Type) -> String? {
    #expect(throws: JSONDecodingError.self) { _ = try type.init(json: JSONValue(parsing: text)) }?.description
  }

  @Test func rawValuesAreValuesAndKeys() throws {
    try expectForm([UserID(rawValue: "a"): Level.high], #"{"a":1}"#)
    try expectForm([Level.low: [Color.red]], #"{"-1":["red"]}"#)
    try expectForm([Color.blue: Options(rawValue: 5)], #"{"blue":5}"#)
    #expect(definition(of: Level.jsonSchema) == #"{"enum":[-1,0,1]}"#)
    #expect(
      text(of: [Color: Int].jsonSchema)
        == ##"{"type":"object","propertyNames":{"$ref":"#/$defs/DeclaredFormTests.Color"},"additionalProperties":{"type":"integer"}}"##
    )
    #expect(
      try definitions(of: [Color: Level].jsonSchema).keys.sorted() == [
        "DeclaredFormTests.Color", "DeclaredFormTests.Level",
      ])
    #expect(fault("[2]", as: [Level].self) == "/0 must be one of -1, 0, 1")
    #expect(fault(#"["a"]"#, as: [Level].self) == "/0 must be an integer, not a string")
    #expect(fault(#"{"2":1}"#, as: [Level: Int].self) == "/2 must be a valid key")
    #expect(fault(#"{"green":1}"#, as: [Color: Int].self) == "/green must be a valid key")
    #expect(fault(#"{"a":300}"#, as: [UserID: Options].self) == "/a must be an integer from 0 to 255")
  }

  @Test func aCaseWithAPayloadIsAnObject() throws {
    try expectForm(Shape.circle(radius: 1.5), #"{"circle":{"radius":1.5}}"#)
    try expectForm(Shape.nothing, #"{"nothing":{}}"#)
    try expectForm(
      Shape.pair(.circle(radius: 2), scale: 3, name: nil),
      #"{"pair":{"_0":{"circle":{"radius":2.0}},"scale":3,"name":null}}"#)
    #expect(
      try Shape(json: JSONValue(parsing: #"{"pair":{"_0":{"nothing":{}}}}"#)) == .pair(.nothing, scale: 1, name: nil))
    let circle =
      #"{"description":"Round.","type":"object","properties":{"circle":{"type":"object","properties":"#
      + #"{"radius":{"type":"number"}},"required":["radius"]}},"required":["circle"],"additionalProperties":false}"#
    let pair =
      #"{"type":"object","properties":{"pair":{"type":"object","properties":{"_0":{"$ref":"#
      + ##""#/$defs/DeclaredFormTests.Shape"},"scale":{"type":"integer"},"name":{"anyOf":[{"type":"string"},{"type":"null"}]}},"##
      + #""required":["_0"]}},"required":["pair"],"additionalProperties":false}"#
    let nothing =
      #"{"type":"object","properties":{"nothing":{"type":"object","properties":{},"required":[]}},"#
      + #""required":["nothing"],"additionalProperties":false}"#
    #expect(definition(of: Shape.jsonSchema) == #"{"oneOf":[\#(circle),\#(pair),\#(nothing)]}"#)
    #expect(try definitions(of: Shape.jsonSchema).keys.sorted() == ["DeclaredFormTests.Shape"])
  }

  /// An enum with the form that the compiler generates for `Codable`, for comparison.
  private enum Figure: Codable, Equatable {
    case circle(radius: Double)
    case pair(Int, scale: Int)
    case nothing
  }

  @Test func casesHaveTheFormOfCodable() throws {
    let figures: [Figure] = [.circle(radius: 1.5), .pair(1, scale: 2), .nothing]
    let texts = try figures.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
    #expect(texts[0] == text(of: Shape.circle(radius: 1.5)) && texts[2] == text(of: Shape.nothing))
    #expect(try JSONValue(parsing: texts[1])["pair"]?["_0"]?.integer == 1)
  }

  @Test func whatIsNotACaseIsRefusedWithItsPath() {
    #expect(fault(#"[{"circel":{"radius":1}}]"#, as: [Shape].self) == "/0/circel is not a case")
    #expect(fault(#"[{"circle":{}}]"#, as: [Shape].self) == "/0/circle/radius is missing")
    #expect(fault(#"[{"circle":1}]"#, as: [Shape].self) == "/0/circle must be an object, not an integer")
    #expect(
      fault(#"{"pair":{"_0":{"circle":{"radius":"1"}}}}"#, as: Shape.self)
        == "/pair/_0/circle/radius must be a number, not a string")
    for text in ["{}", #"{"nothing":{},"circle":{"radius":1}}"#] {
      #expect(fault(text, as: Shape.self) == "must have one member, with the name of a case")
    }
    #expect(fault(#""nothing""#, as: Shape.self) == "must be an object, not a string")
  }

  @Test func aCaseWithinItselfIsReadAndIsAnErrorWhenTooDeep() throws {
    let (start, end) = (String(repeating: #"{"pair":{"_0":"#, count: 255), String(repeating: "}}", count: 255))
    let deep = start + #"{"nothing":{}}"# + end
    var shape = try Shape(json: JSONValue(parsing: deep))
    for _ in 0..<1_000 { shape = .pair(shape, name: nil) }
    var writer = JSONWriter()
    writer.write(shape)
    #expect(writer.error?.reason == "must not nest deeper than 1024 levels")
  }

  @Test func codingKeysNameTheMembers() throws {
    try expectForm(Page(totalCount: 3), #"{"total_count":3}"#)
    let page = try Page(json: JSONValue(parsing: #"{"total_count":3,"cache":[],"note":"x"}"#))
    #expect(page == Page(totalCount: 3, cache: [1], note: nil))
    #expect(
      definition(of: Page.jsonSchema)
        == #"{"type":"object","properties":{"total_count":{"type":"integer"}},"required":[]}"#)
    #expect(fault(#"{"total_count":true}"#, as: Page.self) == "/total_count must be an integer, not a boolean")
  }

  @Test @MainActor func anObjectIsWrittenWithItsVisibleProperties() throws {
    let item = Item(id: 1)
    item.add(Item(id: 2, parent: item))
    #expect(text(of: item) == #"{"id":1,"title":"a","children":[{"id":2,"title":"a","children":[]}]}"#)
    #expect(
      definition(of: Item.jsonSchema)
        == ##"{"type":"object","properties":{"id":{"type":"integer"},"title":{"type":"string"},"##
        + ##""children":{"type":"array","items":{"$ref":"#/$defs/DeclaredFormTests.Item"}}},"required":["id","title","children"]}"##
    )
    item.add(item)
    var writer = JSONWriter()
    writer.write(item)
    #expect(writer.error?.path.description.hasPrefix("/children/1/children/1/") == true)
    #expect(writer.readsObjects)
  }
}
