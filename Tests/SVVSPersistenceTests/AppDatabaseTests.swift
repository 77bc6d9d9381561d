import Foundation
import GRDB
import SVVSPersistence
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AppDatabaseTests {
  @Test func aFileOfANewerVersionIsRefusedAndLeftAlone() async throws {
    let file = try TemporaryFile()
    var newer = Words.migrator
    newer.registerMigration("tomorrow") { _ in }
    _ = try AppDatabase(path: file.path, migrator: newer)
    let other = try DatabaseQueue(path: file.path)
    try await other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    let before = try Data(contentsOf: URL(filePath: file.path))
    #expect(throws: AppDatabaseError.newerVersion) { try AppDatabase(path: file.path, migrator: Words.migrator) }
    #expect(try Data(contentsOf: URL(filePath: file.path)) == before)
  }

  @Test func aFileIsForItsOwnerAlone() throws {
    let file = try TemporaryFile()
    _ = try AppDatabase(path: file.path, migrator: Words.migrator)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func whatIsNoDatabaseIsRefused() throws {
    let file = try TemporaryFile()
    try Data("something else, and long enough to be looked at".utf8).write(to: URL(filePath: file.path))
    #expect(throws: DatabaseError.self) { try AppDatabase(path: file.path, migrator: Words.migrator) }
  }

  @Test(arguments: ["", ":memory:", "file:x"])
  func whatNamesNoFileIsRefused(path: String) {
    #expect(throws: AppDatabaseError.noFile) { try AppDatabase(path: path, migrator: Words.migrator) }
  }

  @Test(arguments: 0..<10)
  func manyMayMakeTheSameFileAtOnce(round: Int) async throws {
    let path = try TemporaryFile()
    try await withThrowingTaskGroup { group in
      for word in ["a", "b", "c", "d"] {
        group.addTask { [path = path.path] in
          let database = try AppDatabase(path: path, migrator: Words.migrator)
          try await Words.insert(word, into: database)
        }
      }
      try await group.waitForAll()
    }
    let words = try await AppDatabase(path: path.path, migrator: Words.migrator).read(Words.all)
    #expect(words == ["a", "b", "c", "d"])
  }

  @Test func readsGoOnWhileAWriteWaitsForAnotherProcess() async throws {
    let file = try TemporaryFile()
    let database = try AppDatabase(path: file.path, migrator: Words.migrator)
    try await Words.insert("a", into: database)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: file.path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let hasEnded = Mutex(false)
    let refused = Task {
      defer { hasEnded.withLock { $0 = true } }
      try await Words.insert("b", into: database)
    }
    #expect(try await database.read(Words.all) == ["a"])
    #expect(!hasEnded.withLock { $0 }, "the read did not wait for the write")
    await #expect(throws: DatabaseError.self) { try await refused.value }
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try await Words.insert("c", into: database)
    #expect(try await database.read(Words.all) == ["a", "c"])
  }
}
