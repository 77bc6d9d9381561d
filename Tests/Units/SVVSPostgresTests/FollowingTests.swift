import SVVS
import SVVSPersistence
import Testing

@testable import SVVSPostgres

/// The writes of one process show in the others.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct FollowingTests {
  let rooms: Rooms
  let database: AppDatabase

  init() throws {
    rooms = try Rooms()
    database = try rooms.database()
  }

  @Test func aWriteShowsWhenItReturns() async throws {
    let messages = try await Messages(in: 1, of: database)
    for number in 1...20 {
      try await send("\(number)", to: 1, in: database)
      #expect(messages.texts.count == number)
    }
  }

  @Test func aQueryOfRowsShowsThemInTheOrderOfTheirIDs() async throws {
    let query = LiveQuery(
      rowsOf: TrackedRows("message", key: 1), matching: "SELECT id, text FROM message WHERE roomID = \(1)",
      within: RowLimit(count: 10, bytes: 100, of: "text"), in: database
    ) { try $0.value("text", as: String.self) }
    try await query.load()
    for text in ["a", "b", "c"] { try await send(text, to: 1, in: database) }
    #expect(query.value.elements == ["a", "b", "c"])
    let changes = query.value.follow()
    try await database.write { transaction in
      try transaction.execute("UPDATE message SET text = 'B' WHERE text = 'b'")
      try transaction.execute("INSERT INTO message (roomID, text) VALUES (2, 'other')")
    }
    #expect(query.value.elements == ["a", "B", "c"])
    #expect(changes.differences(in: query.value.elements).map(\.start) == [1])
    try rooms.connection().script("DELETE FROM message WHERE text = 'B'")
    await until { query.value.elements == ["a", "c"] }
  }

  @Test func aWriteShowsToAnotherProcess() async throws {
    let messages = try await Messages(in: 1, of: try rooms.database())
    try await send("hello", to: 1, in: database)
    await messages.show(["hello"])
  }

  @Test func writesOfAnyProgramShow() async throws {
    let (one, two) = (try await Messages(in: 1, of: database), try await Messages(in: 2, of: database))
    let other = try rooms.connection()
    try other.script("INSERT INTO message (roomID, text) VALUES (1, 'a'), (1, 'b')")
    await one.show(["a", "b"])
    try other.script("UPDATE message SET roomID = 2 WHERE text = 'b'")
    await one.show(["a"])
    await two.show(["b"])
    try other.script("DELETE FROM room WHERE id = 1")
    await one.show([])
    try other.script("TRUNCATE message")
    await two.show([])
    try other.script("COPY message (roomID, text) FROM PROGRAM 'printf \"2\\tcopied\\n\"'")
    await two.show(["copied"])
    try other.script(
      "SET session_replication_role TO replica; INSERT INTO message (roomID, text) VALUES (2, 'replica')")
    await two.show(["copied", "replica"])
  }

  @Test func onlyTheQueriesThatAChangeConcernsRun() async throws {
    let (one, two) = (try await Messages(in: 1, of: database), try await Messages(in: 2, of: database))
    let all = try await Messages(in: nil, of: database)
    try await send("a", to: 1, in: database)
    try rooms.connection().script("INSERT INTO message (roomID, text) VALUES (1, 'b')")
    await one.show(["a", "b"])
    #expect(one.reads == 3)
    #expect(all.reads == 3)
    #expect(two.reads == 1)
    try await database.write { try $0.execute("UPDATE room SET name = 'other'") }
    #expect(one.reads == 3)
  }

  @Test func aRollbackConcernsNoQuery() async throws {
    let (one, two) = (try await Messages(in: 1, of: database), try await Messages(in: 2, of: database))
    try rooms.connection().script(
      """
      BEGIN; SAVEPOINT s; INSERT INTO message (roomID, text) VALUES (2, 'never'); ROLLBACK TO s;
      INSERT INTO message (roomID, text) VALUES (1, 'a'); COMMIT;
      BEGIN; INSERT INTO message (roomID, text) VALUES (2, 'never'); ROLLBACK;
      UPDATE message SET text = 'none' WHERE roomID = 2
      """)
    await one.show(["a"])
    try await send("b", to: 1, in: database)
    #expect(two.reads == 1)
  }

  @Test func changesOfSeveralTransactionsShowTogether() async throws {
    let (one, two) = (try await Messages(in: 1, of: database), try await Messages(in: 2, of: database))
    let names = LiveQuery([String](), in: database, tracking: ["room"]) {
      try $0.rows("SELECT name FROM room ORDER BY id").map { try $0.value("name") }
    }
    try await names.load()
    try await database.write { transaction in
      for room in 1...2 { try transaction.execute("INSERT INTO message (roomID, text) VALUES (\(room), 'x')") }
      try transaction.execute("UPDATE room SET name = 'x'")
    }
    #expect(one.texts == ["x"] && two.texts == ["x"] && names.value == ["x", "x", "x"])
  }

  @Test func aTransactionThatStaysOpenDelaysNobody() async throws {
    let messages = try await Messages(in: 1, of: database)
    let other = try rooms.connection()
    try other.script("BEGIN; INSERT INTO message (roomID, text) VALUES (1, 'late')")
    try rooms.connection().script("INSERT INTO message (roomID, text) VALUES (1, 'early')")
    await messages.show(["early"])
    try other.script("COMMIT")
    await messages.show(["late", "early"])
  }

  @Test func aWriteThatBeganBeforeNotificationsWereEnabledShows() async throws {
    let other = try rooms.connection()
    // No follower has enabled notifications yet, so this write sends none.
    try other.script("BEGIN; INSERT INTO message (roomID, text) VALUES (1, 'unnotified')")
    let messages = try await Messages(in: 1, of: database)
    try await send("a", to: 1, in: database)
    try await Task.sleep(for: .milliseconds(300))
    try other.script("COMMIT")
    await messages.show(["unnotified", "a"])
  }
}
