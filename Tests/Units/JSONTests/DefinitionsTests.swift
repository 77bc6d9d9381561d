import JSON
import Testing

/// Returns the named types to which a schema refers.
func definitions(of schema: JSONSchema) throws -> [String: JSONSchema] {
  var definitions = JSONDefinitions()
  try definitions.add(schema)
  return definitions.schemas
}

struct DefinitionsTests {
  @JSONCodable
  struct Page<Element: JSONCodable> {
    let elements: [Element]
  }

  private static let otherPoint = JSONSchema.object(
    JSONSchema.Object(name: "Point", members: [JSONSchema.Member("z", Int.self)]))

  @Test func aTypeMayBeMentionedOften() throws {
    #expect(try definitions(of: .anyOf([Point.jsonSchema, .array(of: Point.jsonSchema)])).keys.sorted() == ["Point"])
  }

  @Test func twoTypesOfOneNameAreAConflict() {
    #expect(throws: JSONNameConflict.self) {
      try definitions(of: .anyOf([Point.jsonSchema, .nullable(DefinitionsTests.otherPoint)]))
    }
  }

  @Test func aGenericTypeWithOtherParametersIsAnotherType() {
    #expect(throws: JSONNameConflict.self) {
      try definitions(of: .anyOf([Page<Int>.jsonSchema, Page<String>.jsonSchema]))
    }
  }
}
