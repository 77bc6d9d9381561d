import SVVSPersistence
import TestSupport
import Testing

@testable import DemoApp

/// The embedded backend on a real SQLite database.
struct EmbeddedBackendTests {
  @Test func aBookmarkIsKept() async throws {
    let users = Backend.embedded().users
    #expect(try await users.updateIsBookmarked(true, for: "B").isBookmarked)
    #expect(try await users.fetchValues(for: ["B", "Z", "A"]).map(\.isBookmarked) == [true, false])
  }

  @Test func aNoteThatIsTriedAgainIsAddedOnce() async throws {
    let (notes, key) = (Backend.embedded().notes, RetryKey())
    for _ in 1...2 { #expect(try await notes.addNote("milk", for: "B", key: key) == nil) }
    #expect(try await notes.fetchNotes(of: "B").map(\.content) == ["milk"])
    _ = try await notes.addNote("milk", for: "B", key: RetryKey())
    #expect(try await notes.fetchNotes(of: "B").count == 2)
  }

  @Test func aMessageThatIsTriedAgainIsSentOnce() async throws {
    let (database, key) = (AppDatabase.demoInMemory(), RetryKey())
    let table = MessageTable(roomID: 2, accountID: "hanako")
    let send = { @Sendable key in try await database.write { try table.send("hello", key: key, in: $0) } }
    let first = try await send(key)
    #expect(try await send(key) == first)
    #expect(try await send(RetryKey()) > first)
  }

  @Test func friendsComeInTheirOrder() async throws {
    #expect(try await Backend.embedded().users.fetchValue(for: "A").friendIDs == ["B", "C", "D"])
  }

  @Test func anUnknownUserIsNotFound() async {
    await #expect(throws: RepositoryError.notFound) { try await Backend.embedded().users.fetchValue(for: "Z") }
  }

  @Test(arguments: [("12345", "太郎"), ("test", "Test User")])
  func anAccountLogsInWithItsPassword(id: String, name: String) async throws {
    #expect(try await Backend.embedded().authentication.logIn(id: id, password: "password").name == name)
  }

  @Test(arguments: [
    ("12345", "Password"), ("12345", ""), ("A", "password"), ("'; --", "password"), ("12345", "password\0x"),
  ])
  func aWrongPasswordOrAccountIsRefused(id: String, password: String) async {
    await #expect(throws: RepositoryError.unauthorized) {
      try await Backend.embedded().authentication.logIn(id: id, password: password)
    }
  }

  @Test func theUserIDErrorIsAnInvalidRequest() async {
    await #expect(throws: RepositoryError.invalidRequest) {
      try await Backend.embedded().authentication.logIn(id: "error", password: "password")
    }
  }

  @Test func aDatabaseInAFileIsMadeOnceAndOpenedAgain() async throws {
    let directory = try TemporaryDirectory()
    for _ in 1...2 {
      let backend = Backend.embedded(in: try open(directory.path(of: "app.sqlite")))
      #expect(try await backend.users.fetchValue(for: "B").friendIDs == ["A", "C"])
    }
  }

  @Test func aFileThatIsNotADatabaseIsRefused() throws {
    #expect(throws: (any Error).self) { try open("/dev/null/app.sqlite") }
  }

  private func open(_ path: String) throws -> AppDatabase {
    try AppDatabase(path: path, migrations: Schema.migrations)
  }
}
