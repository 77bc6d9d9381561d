import JSON
import Testing

struct SchemaTests {
  private func text(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return writer.description
  }

  private static let color = JSONSchema.enumeration(
    JSONSchema.Enumeration(name: "Color", description: "A paint.", values: ["red", "deep \"blue\""]))

  @Test(
    arguments: [
      (.any, "{}"),
      (Bool.jsonSchema, #"{"type":"boolean"}"#),
      (Int.jsonSchema, #"{"type":"integer"}"#),
      (Int64.jsonSchema, #"{"type":"integer"}"#),
      (Double.jsonSchema, #"{"type":"number"}"#),
      (String.jsonSchema, #"{"type":"string"}"#),
      (JSONValue.jsonSchema, "{}"),
      (Int?.jsonSchema, #"{"anyOf":[{"type":"integer"},{"type":"null"}]}"#),
      ([[Bool]].jsonSchema, #"{"type":"array","items":{"type":"array","items":{"type":"boolean"}}}"#),
      ([String: Double].jsonSchema, #"{"type":"object","additionalProperties":{"type":"number"}}"#),
      (color, ##"{"$ref":"#/$defs/Color"}"##),
      ([Point?].jsonSchema, ##"{"type":"array","items":{"anyOf":[{"$ref":"#/$defs/Point"},{"type":"null"}]}}"##),
    ] as [(JSONSchema, String)])
  func aSchemaIsWrittenWhereItIsUsed(schema: JSONSchema, text: String) {
    #expect(self.text { $0.write(schema) } == text)
  }

  @Test func anEnumerationIsDefinedByItsValues() {
    #expect(
      text { SchemaTests.color.writeDefinition(to: &$0) }
        == #"{"description":"A paint.","enum":["red","deep \"blue\""]}"#)
  }

  @Test func anObjectIsDefinedByItsMembers() {
    let properties =
      #"{"x":{"description":"To the right.","type":"integer"},"y":{"type":"integer"},"#
      + #""label":{"anyOf":[{"type":"string"},{"type":"null"}]}}"#
    #expect(
      text { Point.jsonSchema.writeDefinition(to: &$0) }
        == #"{"description":"A place.","type":"object","properties":\#(properties),"required":["x"]}"#)
  }

  @Test func aTypeWithoutANameIsDefinedByItsKeywords() {
    #expect(text { JSONSchema.string.writeDefinition(to: &$0) } == #"{"type":"string"}"#)
  }

  @Test func anObjectMayBeClosed() {
    let members = [JSONSchema.Member("a", Int.self)]
    let text = text { writer in
      writer.object { JSONSchema.writeObject(members, allowsOthers: false, to: &$0) }
    }
    #expect(
      text
        == #"{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"],"additionalProperties":false}"#)
  }

  @Test func aMemberIsRequiredUnlessItsTypeOrAuthorSaysOtherwise() {
    #expect(Point.jsonSchema.members.map(\.isRequired) == [true, false, false])
    let member = JSONSchema.Member("a", Int?.self, isRequired: true)
    #expect(member.isRequired)
    #expect(JSONSchema.string.members.isEmpty)
  }

  @Test func definitionsListEveryNamedTypeOnce() throws {
    let line = JSONSchema.object(
      JSONSchema.Object(
        name: "Line",
        members: [
          JSONSchema.Member("ends", [Point?].self), JSONSchema.Member("marks", [String: Point].self),
        ]))
    #expect(try definitions(of: line) == ["Line": line, "Point": Point.jsonSchema])
    #expect(try definitions(of: .nullable(SchemaTests.color)).keys.sorted() == ["Color"])
    #expect(try definitions(of: .array(of: .integer)).isEmpty)
  }
}
