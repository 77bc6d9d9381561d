import SVVSPersistence
import Testing

@testable import SVVSPostgres

@MainActor @Suite(.timeLimit(.minutes(1)))
struct SetupTests {
  private let rooms: Rooms

  init() throws {
    rooms = try Rooms()
  }

  @Test func quotesAreKnownWhereBackslashesDoNotEscapeThem() async throws {
    let role = try Role()
    try TestServer.connect().script("ALTER ROLE \(role.name) SET backslash_quote TO off")
    let rooms = try Rooms(address: role.address)
    let database = try rooms.database()
    let messages = try await Messages(in: 1, of: database)
    try await send("a", to: 1, in: database)
    #expect(messages.texts == ["a"])
    let pruning = Pruning(schema: try LogSchema(rooms.schema), age: .zero, pause: .zero).statement
    try rooms.connection().script(pruning)
  }

  @Test func aNewerSchemaIsRefused() throws {
    _ = try rooms.database(migrations: Rooms.migrations + [Migration("later") { _ in }])
    #expect { try rooms.database() } throws: { ($0 as? DatabaseError)?.kind == .newerVersion }
  }

  @Test func aProcessOlderThanTheSchemaIsRefused() async throws {
    let database = try rooms.database()
    let messages = try await Messages(in: 1, of: database)
    try await send("a", to: 1, in: database)
    _ = try rooms.database(migrations: Rooms.migrations + [Migration("later", keys: ["message": "id"]) { _ in }])
    try rooms.connection().script("INSERT INTO message (roomID, text) VALUES (1, 'b')")
    await until { (messages.query.error as? DatabaseError)?.kind == .newerVersion }
    #expect(messages.texts == ["a"])
    await #expect { try await send("c", to: 1, in: database) } throws: { ($0 as? DatabaseError)?.kind == .newerVersion }
  }

  @Test func aMigrationThatFailsLeavesNothing() throws {
    let broken = Migration("broken") { try $0.execute("CREATE TABLE room (id INTEGER)") }
    #expect(throws: DatabaseError.self) { try rooms.database(migrations: Rooms.migrations + [broken]) }
    #expect(try rooms.connection().run("SELECT 1 FROM pg_namespace WHERE nspname = \(rooms.schema)").isEmpty)
    _ = try rooms.database()
  }

  @Test func severalMayStartAtOnce() async throws {
    try await withThrowingTaskGroup(of: Void.self) { [rooms] group in
      for _ in 1...5 {
        group.addTask { @concurrent in _ = try rooms.database() }
      }
      try await group.waitForAll()
    }
    #expect(try rooms.connection().run("SELECT * FROM svvs_migration").count == 2)
  }

  @Test func aTableThatWasRenamedIsFollowed() async throws {
    _ = try rooms.database()
    let renaming = Migration("renaming", keys: ["post": "room"]) { transaction in
      try transaction.execute("ALTER TABLE message RENAME TO post")
      try transaction.execute("ALTER TABLE post RENAME COLUMN roomID TO room")
    }
    let database = try rooms.database(migrations: Rooms.migrations + [renaming])
    let texts = LiveQuery([String](), in: database, tracking: [TrackedRows("post", key: 1)]) {
      try $0.rows("SELECT text FROM post WHERE room = 1").map { try $0.value("text") }
    }
    try await texts.load()
    try await database.write { try $0.execute("INSERT INTO post (room, text) VALUES (1, 'a')") }
    #expect(texts.value == ["a"])
  }

  @Test func aPartitionIsFollowedAsItsTable() async throws {
    let migration = Migration("partitions", keys: ["post": "room"]) { transaction in
      try transaction.execute("CREATE TABLE post (room BIGINT, text TEXT) PARTITION BY RANGE (room)")
      try transaction.execute("CREATE TABLE early PARTITION OF post FOR VALUES FROM (0) TO (9)")
    }
    let database = try rooms.database(migrations: [migration])
    let texts = LiveQuery([String](), in: database, tracking: [TrackedRows("post", key: 1)]) {
      try $0.rows("SELECT text FROM post WHERE room = 1 ORDER BY text").map { try $0.value("text") }
    }
    try await texts.load()
    try await database.write { try $0.execute("INSERT INTO post VALUES (1, 'a')") }
    #expect(texts.value == ["a"])
    try await database.write { try $0.execute("INSERT INTO early VALUES (1, 'b')") }
    #expect(texts.value == ["a", "b"])
  }

  @Test func partitionsThatAreDetachedOrDroppedAreNoticed() async throws {
    let migration = Migration("partitions") { transaction in
      try transaction.execute("CREATE TABLE post (room BIGINT, text TEXT) PARTITION BY RANGE (room)")
      for (name, limits) in [("early", "(0) TO (9)"), ("late", "(9) TO (99)")] as [(SQL, SQL)] {
        try transaction.execute("CREATE TABLE \(name) PARTITION OF post FOR VALUES FROM \(limits)")
      }
      try transaction.execute("CREATE TABLE other (id BIGINT)")
    }
    let database = try rooms.database(migrations: [migration])
    let texts = LiveQuery([String](), in: database, tracking: ["post"]) {
      try $0.rows("SELECT text FROM post ORDER BY text").map { try $0.value("text") }
    }
    try await texts.load()
    try await database.write { try $0.execute("INSERT INTO post VALUES (1, 'a'), (10, 'b')") }
    #expect(texts.value == ["a", "b"])

    let other = try rooms.connection()
    let log = LogReading(schema: try LogSchema(rooms.schema)) { try other.run($0) }
    for (statement, expected) in [
      ("ALTER TABLE post DETACH PARTITION early", ["b"]), ("DROP TABLE late", []),
      ("ALTER TABLE post ATTACH PARTITION early FOR VALUES FROM (0) TO (9)", ["a"]),
    ] {
      let earlier = try log.moment()
      try other.script(statement)
      // The check of an idle process.
      #expect(try log.moment(ifNothingSince: earlier.snapshot)?.continues(earlier) == false)
      try await database.write { try $0.execute("INSERT INTO other VALUES (1)") }
      #expect(texts.value == expected)
    }
  }

  @Test func keysOfEveryTypeAreFollowed() async throws {
    let long = "a\"b" + String(repeating: "é", count: 29)
    let table = SQL(stringLiteral: LogSchema.quoted(long))
    let keys = ["flag": "k", "word": "K", "moment": "k", "lenient": "k", long: "k"]
    let migration = Migration("types", keys: keys) { transaction in
      try transaction.execute("CREATE TABLE flag (k BOOLEAN)")
      try transaction.execute("CREATE TABLE word (k TEXT)")
      try transaction.execute("CREATE TABLE moment (k DATE)")
      try transaction.execute("CREATE TABLE \(table) (k SMALLINT)")
      try transaction.execute(
        "CREATE COLLATION equal (provider = icu, locale = 'und-u-ks-level2', deterministic = false)")
      try transaction.execute("CREATE TABLE lenient (k TEXT COLLATE equal)")
    }
    let database = try rooms.database(migrations: [migration])
    let tracked: [(TrackedRows, SQL)] = [
      (TrackedRows("flag", key: true), "INSERT INTO flag VALUES (TRUE)"),
      (TrackedRows("word", key: "it's"), "INSERT INTO word VALUES ('it''s')"),
      (TrackedRows("word", key: "none"), "INSERT INTO word VALUES (NULL)"),
      (TrackedRows("moment", key: "1.2.2003"), "INSERT INTO moment VALUES ('2003-02-01')"),
      (TrackedRows(long, key: 7), "INSERT INTO \(table) VALUES (7)"),
      (TrackedRows(long, key: " 08"), "INSERT INTO \(table) VALUES (8)"),
      (TrackedRows("lenient", key: "word"), "INSERT INTO lenient VALUES ('WORD')"),
    ]
    for (rows, statement) in tracked {
      let count = Messages.Counter()
      let query = LiveQuery(0, in: database, tracking: [rows]) { _ in
        count.increment()
        return count.value
      }
      try await query.load()
      try await database.write { try $0.execute(statement) }
      #expect(query.value == 2)
    }
  }

  @Test func aKeyThatIsNotAColumnIsRefused() throws {
    #expect(throws: DatabaseError.self) {
      try rooms.database(migrations: Rooms.migrations + [Migration("keys", keys: ["room": "none"]) { _ in }])
    }
  }
}
