import JSON
import Testing

@testable import StateServer

struct ProtocolSchemaTests {
  @Test func theNamesAreThoseOfTheDefinitions() {
    #expect(ProtocolSchema.names == Set(ProtocolSchema.definitions.schemas.keys))
  }
}
