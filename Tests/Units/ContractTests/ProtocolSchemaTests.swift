import JSON
import Testing

@testable import Contract

struct ProtocolSchemaTests {
  @Test func theNamesAreThoseOfTheDefinitions() {
    #expect(ProtocolSchema.names == Set(ProtocolSchema.definitions.schemas.keys))
  }
}
