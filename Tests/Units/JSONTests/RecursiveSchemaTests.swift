import JSON
import Testing

struct RecursiveSchemaTests {
  /// A type that contains values of its own type.
  struct Comment: JSONRepresentable, JSONEncodable {
    let replies: [Comment]

    static var jsonSchema: JSONSchema {
      .object(JSONSchema.Object(name: "Comment", members: [JSONSchema.Member("replies", [Comment].self)]))
    }

    func encode(to writer: inout JSONWriter) {
      writer.object { $0.member("replies", replies) }
    }
  }

  @Test func aTypeMayHoldItself() throws {
    #expect(try definitions(of: Comment.jsonSchema).keys.sorted() == ["Comment"])
    var writer = JSONWriter()
    Comment.jsonSchema.writeDefinition(to: &writer)
    #expect(writer.description.contains(##""replies":{"type":"array","items":{"$ref":"#/$defs/Comment"}}"##))
  }
}
