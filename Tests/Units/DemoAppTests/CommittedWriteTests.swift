import DemoApp
import SVVSPersistence
import SVVSTesting
import Testing

/// Writes after whose commit the data cannot be read: they are not failures.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct CommittedWriteTests {
  private let database = AppDatabase.demoInMemory()
  private let client: TestClient
  private static let unread = "The data could not be accessed"

  init() { client = TestClient(ShippedApp(backend: .embedded(in: database), language: .english)) }

  /// Has each write of a kind also write what cannot be read as a text.
  private func spoil(_ table: String, after write: String, with statement: String) async throws {
    try await database.write {
      let trigger = "CREATE TRIGGER spoil AFTER \(write) ON \(table) BEGIN \(statement); END"
      try $0.execute(SQL(stringLiteral: trigger))
    }
  }

  private func errorMessage(of view: String) async throws -> String? {
    try await client.state(of: view)["errorMessage"]?.string
  }

  @Test func aNoteIsAddedAlthoughItCannotBeShown() async throws {
    try await openNotes()
    try await spoil("remoteNote", after: "INSERT", with: "INSERT INTO note (userID, content) VALUES ('12345', x'FF')")
    await client.set(["draft": "milk"], on: "n").settled
    await client.call("add", on: "n").settled
    #expect(try await client.state(of: "n")["draft"]?.string == "")
    try await expectMending("DELETE FROM note WHERE typeof(content) = 'blob'", of: "n")
  }

  @Test func aNoteIsDeletedAlthoughTheRestCannotBeShown() async throws {
    try await openNotes()
    try await spoil("note", after: "UPDATE", with: "INSERT INTO note (userID, content) VALUES ('12345', x'FF')")
    await client.call("delete", on: "n", ["id": "1"]).settled
    try await expectMending("DELETE FROM note WHERE typeof(content) = 'blob'", of: "n")
  }

  @Test func aFavouriteIsToggledAlthoughTheOthersCannotBeShown() async throws {
    try await client.open("smoothies", as: "s")
    await client.call("fetch", on: "s").settled
    try await spoil("favorite", after: "INSERT", with: "INSERT INTO favorite VALUES (x'FF')")
    await client.call("toggleFavorite", on: "s", ["id": "plum-piano"]).settled
    try await expectMending("DELETE FROM favorite WHERE typeof(smoothieID) = 'blob'", of: "s")
  }

  private func openNotes() async throws {
    try await client.open("login", as: "l")
    await client.call("login", on: "l", ["userId": "12345", "password": "password"]).settled
    try await client.open("notes", as: "n")
    await client.call("refresh", on: "n").settled
  }

  /// Expects an error message that goes when the data can be read again: it is the query's, not the action's.
  private func expectMending(_ statement: SQL, of view: String) async throws {
    #expect(try await errorMessage(of: view) == Self.unread)
    try await database.write { try $0.execute(statement) }
    #expect(try await errorMessage(of: view) == nil)
  }
}
