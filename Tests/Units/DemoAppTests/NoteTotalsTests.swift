import SVVSPersistence
import TestSupport
import Testing

@testable import DemoApp

@Suite(.timeLimit(.minutes(1)))
struct NoteTotalsTests {
  @Test func theTotalsAreThoseOfTheShownNotesAfterAnyWrites() async throws {
    let database = AppDatabase.demoInMemory()
    var random = SeededGenerator(seed: 1)
    for _ in 1...100 {
      let (rest, user) = (Int.random(in: 0..<20, using: &random), Bool.random(using: &random) ? "A" : "B")
      let write: SQL =
        switch Int.random(in: 0...5, using: &random) {
        case 0: "DELETE FROM note WHERE id % 20 = \(rest)"
        case 1: "UPDATE note SET isDeleted = NOT isDeleted WHERE id % 20 = \(rest)"
        case 2: "UPDATE note SET content = content || 'é' WHERE id % 20 = \(rest)"
        case 3: "UPDATE note SET userID = \(user) WHERE id % 20 = \(rest)"
        default: "INSERT INTO note (userID, content) VALUES (\(user), 'é')"
        }
      try await database.write { try $0.execute(write) }
      let stored = try await totals("SELECT * FROM noteTotal WHERE count > 0", in: database)
      let counted = try await totals(
        """
        SELECT userID, COUNT(*) AS count, SUM(LENGTH(CAST(content AS BLOB))) AS bytes
        FROM note WHERE NOT isDeleted GROUP BY userID
        """, in: database)
      #expect(stored == counted)
    }
  }

  @Test func theNotesOfAnOlderVersionAreCounted() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "app.sqlite")
    let before = try AppDatabase(path: path, migrations: Schema.migrations.dropLast())
    try await before.write { transaction in
      try transaction.execute("INSERT INTO note (userID, content) VALUES ('A', 'é'), ('A', 'a'), ('B', 'b')")
      try transaction.execute("INSERT INTO note (userID, content, isDeleted) VALUES ('A', 'deleted', TRUE)")
    }
    let database = try AppDatabase(path: path, migrations: Schema.migrations)
    #expect(try await totals("SELECT * FROM noteTotal", in: database) == ["A 2 3", "B 1 1"])
  }

  @Test func theLimitIsThatOfTheShownNotes() async throws {
    let database = AppDatabase.demoInMemory()
    let limit = RowLimit(count: 2, bytes: 4, of: "content")
    for (note, isWithin) in [("é", true), ("a", true), ("b", false)] {
      try await database.write { try $0.execute("INSERT INTO note (userID, content) VALUES ('A', \(note))") }
      #expect(try await Self.isWithin(limit, in: database) == isWithin)
    }
    try await database.write { try $0.execute("UPDATE note SET isDeleted = TRUE WHERE content = 'a'") }
    #expect(try await Self.isWithin(limit, in: database))
    try await database.write { try $0.execute("UPDATE note SET content = 'éé' WHERE content = 'b'") }
    #expect(try await !Self.isWithin(limit, in: database))
  }

  private static func isWithin(_ limit: RowLimit, in database: AppDatabase) async throws -> Bool {
    do {
      try await database.read { try NoteTotals.check(notesOf: "A", areWithin: limit, in: $0) }
      return true
    } catch let error as DatabaseError where error.kind == .tooLarge {
      return false
    }
  }

  private func totals(_ query: SQL, in database: AppDatabase) async throws -> [String] {
    try await database.read { transaction in
      try transaction.rows(
        "SELECT userID || ' ' || count || ' ' || bytes AS total FROM (\(query)) AS totals ORDER BY userID"
      ).map { try $0.value("total") }
    }
  }
}
