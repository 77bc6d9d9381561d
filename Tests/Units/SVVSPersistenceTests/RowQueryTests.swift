import struct GRDB.Configuration
import class GRDB.DatabaseQueue
import SVVS
import SVVSPersistence
import Synchronization
import TestSupport
import Testing

/// Queries whose values are the rows of one table.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct RowQueryTests {
  let items = Items(in: AppDatabase(migrations: Items.migrations))

  @Test func aWriteReadsOnlyTheRowsThatItChanged() async throws {
    try await items.write("INSERT INTO item (id, text) VALUES (10, 'a'), (20, 'b'), (30, 'c')")
    try await items.query.load()
    #expect(items.texts == ["a", "b", "c"])
    let steps: [(write: SQL, texts: [String], reads: Int)] = [
      ("INSERT INTO item (text) VALUES ('d')", ["a", "b", "c", "d"], 1),
      ("INSERT INTO item (id, text) VALUES (15, 'e'), (5, 'f')", ["f", "a", "e", "b", "c", "d"], 2),
      ("UPDATE item SET text = 'B' WHERE id = 20", ["f", "a", "e", "B", "c", "d"], 1),
      ("UPDATE item SET isHidden = TRUE WHERE id IN (5, 31)", ["a", "e", "B", "c"], 0),
      ("UPDATE item SET isHidden = FALSE WHERE id = 5", ["f", "a", "e", "B", "c"], 1),
      ("DELETE FROM item WHERE id = 10", ["f", "e", "B", "c"], 0),
      ("INSERT INTO item (text, isHidden) VALUES ('g', TRUE)", ["f", "e", "B", "c"], 0),
      ("INSERT INTO other VALUES (1)", ["f", "e", "B", "c"], 0),
      ("DELETE FROM item", [], 0),
    ]
    for step in steps {
      let earlier = items.readCount
      try await items.write(step.write)
      #expect(items.texts == step.texts)
      #expect(items.readCount - earlier == step.reads)
    }
  }

  @Test func rowsThatATriggerOrAForeignKeyChangesAreReadAgain() async throws {
    try await items.write("INSERT INTO item (text, parentID) VALUES ('a', NULL), ('b', 1), ('c', NULL)")
    try await items.query.load()
    try await items.write("DELETE FROM item WHERE id = 1")
    #expect(items.texts == ["c"])
    try await items.write(
      "CREATE TRIGGER count AFTER INSERT ON other BEGIN UPDATE item SET text = text || NEW.id; END")
    try await items.write("INSERT INTO other VALUES (7)")
    #expect(items.texts == ["c7"])
  }

  @Test func aWriteThatChangesManyRowsReadsAllOfThem() async throws {
    try await items.query.load()
    try await items.insert(100)
    #expect(items.texts.count == 100 && items.readCount == 100)
    try await items.write("UPDATE item SET text = 'x'")
    #expect(items.texts == Array(repeating: "x", count: 100) && items.readCount == 200)
    try await items.insert(101)
    #expect(items.texts.count == 201 && items.readCount == 401)
  }

  @Test func aChangeThatIsRolledBackIsNotRead() async throws {
    try await items.insert(1)
    try await items.query.load()
    struct Refusal: Error {}
    await #expect(throws: Refusal.self) {
      try await items.database.write { transaction in
        try transaction.execute("UPDATE item SET text = 'never'")
        throw Refusal()
      }
    }
    try await items.write("INSERT INTO item (text) VALUES ('b')")
    #expect(items.texts == ["1", "b"] && items.readCount == 2)
  }

  @Test func onlyTheElementsThatDifferAreReplaced() async throws {
    try await items.insert(50)
    try await items.query.load()
    let changes = items.query.value.follow()
    try await items.write("UPDATE item SET text = text")
    #expect(changes.isEmpty)
    try await items.write("UPDATE item SET text = 'x' WHERE id = 10")
    #expect(items.differences(changes) == ["9: [10] → [x]"])
    try await items.insert(101)
    changes.removeAll()
    try await items.write("UPDATE item SET text = CASE id WHEN 20 THEN 'y' ELSE text END, isHidden = (id = 22)")
    #expect(items.differences(changes) == ["19: [20, 21, 22] → [y, 21]"])
  }

  @Test func anErrorKeepsTheRowsAndTheNextReadIsOfAllRows() async throws {
    try await items.insert(2)
    try await items.query.load()
    items.reads.isBroken.store(true, ordering: .relaxed)
    try await items.write("UPDATE item SET text = 'x' WHERE id = 1")
    try await items.write("INSERT INTO item (text) VALUES ('y')")
    #expect(items.query.error != nil && items.texts == ["1", "2"])
    items.reads.isBroken.store(false, ordering: .relaxed)
    try await items.write("INSERT INTO item (text) VALUES ('z')")
    #expect(items.query.error == nil && items.texts == ["x", "2", "y", "z"])
    let earlier = items.readCount
    try await items.write("DELETE FROM item WHERE id < 3")
    try await items.write("INSERT INTO item (text) VALUES ('last')")
    #expect(items.texts == ["y", "z", "last"] && items.readCount == earlier + 1)
  }

  @Test func rowsBeyondTheLimitAreNotRead() async throws {
    let items = Items(in: items.database, within: RowLimit(count: 2, bytes: 100, of: "text"))
    try await items.insert(3)
    let error = await #expect(throws: DatabaseError.self) { try await items.query.load() }
    #expect(error?.kind == .tooLarge && items.texts == [])
    try await items.write("DELETE FROM item WHERE id = 1")
    #expect(items.query.error == nil && items.texts == ["2", "3"])
  }

  @Test func aRowOfAnotherProcessShowsAtTheLatestWithTheNextWrite() async throws {
    let directory = try TemporaryDirectory()
    let items = Items(in: try AppDatabase(path: directory.databasePath, migrations: Items.migrations))
    try await items.query.load()
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    let other = try DatabaseQueue(path: directory.databasePath, configuration: configuration)
    for number in 1...20 {
      let earlier = items.readCount
      try await other.write { try $0.execute(sql: "INSERT INTO item (text) VALUES ('other')") }
      try await items.write("INSERT INTO item (text) VALUES ('own')")
      #expect(items.texts.count == 2 * number)
      #expect(items.readCount >= earlier + 2 * number, "All rows are read after a write of another program.")
    }
    try await other.write { try $0.execute(sql: "DELETE FROM item WHERE text = 'own'") }
    await until { items.texts == Array(repeating: "other", count: 20) }
  }

  @Test func afterAnyWritesTheArrayHoldsTheRowsInOrder() async throws {
    var random = SeededGenerator(seed: 1)
    try await items.query.load()
    for _ in 1...300 {
      let (id, size) = (Int.random(in: 1...200, using: &random), [1, 1, 3, 150].randomElement(using: &random) ?? 1)
      let ids: SQL = "id >= \(id) AND id < \(id + size)"
      switch Int.random(in: 0...3, using: &random) {
      case 0: try await items.write("DELETE FROM item WHERE \(ids)")
      case 1: try await items.write("UPDATE item SET isHidden = NOT isHidden WHERE \(ids)")
      case 2: try await items.write("UPDATE item SET text = text || 'x' WHERE \(ids)")
      default:
        try await items.write(
          "INSERT INTO item (id, text) VALUES (\(id), 'new') ON CONFLICT (id) DO UPDATE SET isHidden = FALSE")
      }
      let stored = try await items.database.read { transaction in
        try transaction.rows("SELECT text FROM item WHERE NOT isHidden ORDER BY id").map { row in
          try row.value("text", as: String.self)
        }
      }
      #expect(items.texts == stored)
    }
  }
}
