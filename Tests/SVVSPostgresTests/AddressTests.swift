import SVVSPersistence
import SVVSPostgres
import Testing

struct AddressTests {
  @Test func aDescriptionHasNoPassword() throws {
    #expect(try PostgresAddress("postgres://chat:secret@db/app").description == "host=db dbname=app user=chat")
  }
}
