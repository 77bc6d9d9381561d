import SVVSPersistence
import Testing

struct DatabasePlaceTests {
  @Test(arguments: [
    "notes.sqlite", "/var/lib/notes", "./user=chat.sqlite", "a:b", "postgres", "postgres.sqlite", "C=D", "メモ",
  ])
  func aPathIsAFile(text: String) throws {
    #expect(try DatabasePlace(text) == .file(text))
  }

  @Test(arguments: [
    "postgres://h/db", "postgresql://", "postgres:///db?host=/run", "host=h dbname=db", "dbname = db",
    "user=chat.sqlite",
  ])
  func anAddressIsAServer(text: String) throws {
    #expect(try DatabasePlace(text) == .server(text))
  }

  @Test(arguments: [
    "", "file:secret", "postgres:secret", "postgres:/secret", "postgres//secret", "mysql://u:secret@h/db",
  ])
  func anythingElseIsRefusedAndNotRepeated(text: String) throws {
    let error = try #require(throws: DatabaseError.self) { try DatabasePlace(text) }
    #expect(error.kind == .noDatabase && !error.description.contains("secret"))
  }
}
