import Dispatch
import Foundation
import GRDB
import SVVSPersistence
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AppDatabaseTests {
  @Test func aFileOfANewerVersionIsRefusedAndLeftAlone() async throws {
    let directory = try TemporaryDirectory()
    _ = try AppDatabase(path: directory.databasePath, migrations: Words.migrations + [Migration("tomorrow") { _ in }])
    let other = try DatabaseQueue(path: directory.databasePath)
    try await other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    let before = try Data(contentsOf: URL(filePath: directory.databasePath))
    let error = #expect(throws: SVVSPersistence.DatabaseError.self) {
      try AppDatabase(path: directory.databasePath, migrations: Words.migrations)
    }
    #expect(error?.kind == .newerVersion)
    #expect(try Data(contentsOf: URL(filePath: directory.databasePath)) == before)
  }

  @Test func aFileIsForItsOwnerAlone() throws {
    let directory = try TemporaryDirectory()
    _ = try AppDatabase(path: directory.databasePath, migrations: Words.migrations)
    let attributes = try FileManager.default.attributesOfItem(atPath: directory.databasePath)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func aFileThatIsNotADatabaseIsRefused() throws {
    let directory = try TemporaryDirectory()
    try Data("something else, and long enough to be looked at".utf8).write(to: URL(filePath: directory.databasePath))
    #expect(throws: SVVSPersistence.DatabaseError.self) {
      try AppDatabase(path: directory.databasePath, migrations: Words.migrations)
    }
  }

  @Test(arguments: ["", ":memory:", "file:x"])
  func aPathThatIsNotOfAFileIsRefused(path: String) {
    let error = #expect(throws: SVVSPersistence.DatabaseError.self) {
      try AppDatabase(path: path, migrations: Words.migrations)
    }
    #expect(error?.kind == .noDatabase)
  }

  @Test func manyMayMakeTheSameFileAtOnce() async throws {
    for _ in 0..<10 {
      let directory = try TemporaryDirectory()
      try await withThrowingTaskGroup { group in
        for word in ["a", "b", "c", "d"] {
          group.addTask { [path = directory.databasePath] in
            let database = try AppDatabase(path: path, migrations: Words.migrations)
            try await Words.insert(word, into: database)
          }
        }
        try await group.waitForAll()
      }
      let words = try await AppDatabase(path: directory.databasePath, migrations: Words.migrations).read(Words.all)
      #expect(words == ["a", "b", "c", "d"])
    }
  }

  @Test func readsGoOnWhileAWriteIsInProgress() async throws {
    let directory = try TemporaryDirectory()
    let database = try AppDatabase(path: directory.databasePath, migrations: Words.migrations)
    try await Words.insert("a", into: database)
    let hasRead = DispatchSemaphore(value: 0)
    let writing = Task.immediate {
      try await database.write { transaction in
        try transaction.execute("INSERT INTO word VALUES ('b')")
        #expect(hasRead.wait(timeout: .now() + 30) == .success, "the read waited for the write")
      }
    }
    #expect(try await database.read(Words.all) == ["a"])
    hasRead.signal()
    try await writing.value
    #expect(try await database.read(Words.all) == ["a", "b"])
  }
}
