import SVVSPersistence
import Testing

@testable import SVVSPostgres

/// The server, or the connection to it, is gone for a while.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ReconnectingTests {
  let role: Role
  let rooms: Rooms

  init() throws {
    role = try Role()
    rooms = try Rooms(address: role.address)
  }

  @Test func aNewConnectionGoesOnFromTheLastSnapshot() async throws {
    let database = try rooms.database()
    let (one, two) = (try await Messages(in: 1, of: database), try await Messages(in: 2, of: database))
    try role.endConnections()
    try rooms.connection().script("INSERT INTO message (roomID, text) VALUES (1, 'meanwhile')")
    await one.show(["meanwhile"])
    #expect(two.reads == 1)
    #expect(one.query.error == nil && two.query.error == nil)
  }

  @Test func whileTheServerIsGoneQueriesSaySoAndKeepTheirValue() async throws {
    let database = try rooms.database()
    let (one, two) = (try await Messages(in: 1, of: database), try await Messages(in: 2, of: database))
    try await send("before", to: 1, in: database)
    try role.keepOut()
    await until { one.query.error != nil && two.query.error != nil }
    #expect(one.texts == ["before"])
    await #expect { try await send("never", to: 1, in: database) } throws: {
      ($0 as? DatabaseError)?.kind == .unavailable
    }
    try Rooms.owner(of: rooms.schema).script("INSERT INTO message (roomID, text) VALUES (1, 'meanwhile')")
    try role.letIn()
    await until { one.query.error == nil && two.query.error == nil }
    #expect(one.texts == ["before", "meanwhile"])
    #expect(two.reads == 1, "nothing has changed there")
  }

  @Test func aProcessStartsWhileTheServerIsGone() async throws {
    try role.keepOut()
    let database = try rooms.database()
    await #expect(throws: DatabaseError.self) { try await Messages(in: 1, of: database) }
    let names = LiveQuery([String](), in: database, tracking: ["room"]) {
      try $0.rows("SELECT name FROM room ORDER BY id").map { try $0.value("name") }
    }
    await #expect(throws: DatabaseError.self) { try await names.load() }
    #expect(names.error != nil)
    try role.letIn()
    await until { names.value == ["one", "two", "three"] && names.error == nil }
    try await send("a", to: 1, in: database)
  }

  @Test func anotherLogIsReadFromTheBeginning() async throws {
    let database = try rooms.database()
    let (one, two) = (try await Messages(in: 1, of: database), try await Messages(in: 2, of: database))
    let other = try rooms.connection()
    // The tables are as after a crash.
    try other.script(
      "INSERT INTO message (roomID, text) VALUES (2, 'lost'); TRUNCATE svvs_change, svvs_mark, svvs_epoch")
    try role.endConnections()
    await two.show(["lost"])
    #expect(one.reads > 1)
  }

  @Test func aRestoredDumpBeginsItsLogAnew() throws {
    _ = try rooms.database()
    let other = try rooms.connection()
    // These transactions have not begun yet on this server.
    try other.script(
      """
      UPDATE svvs_mark SET oldest = CAST('9000000000' AS xid8);
      INSERT INTO svvs_change (xid, table_name) VALUES (CAST('9000000000' AS xid8), 'message')
      """)
    _ = try rooms.database()
    let log = LogReading(schema: try LogSchema(rooms.schema)) { try other.run($0) }
    let moment = try log.moment()
    #expect(moment.continues(moment))
    #expect(try log.changes(since: moment.snapshot).isEmpty)
  }

  @Test func aRoleThatCannotBeginTheLogReadsNoMoreThanOthers() async throws {
    _ = try rooms.database()
    let schema = LogSchema.quoted(rooms.schema)
    let reader = try Role("CONNECT ON DATABASE postgres")
    try rooms.connection().script(
      """
      TRUNCATE svvs_epoch; GRANT USAGE ON SCHEMA \(schema) TO \(reader.name);
      GRANT SELECT ON ALL TABLES IN SCHEMA \(schema) TO \(reader.name)
      """)
    let database = try AppDatabase.postgres(reader.address, schema: rooms.schema, migrations: Rooms.migrations)
    let messages = try await Messages(in: 1, of: database)
    try rooms.connection().script("INSERT INTO message (roomID, text) VALUES (1, 'a')")
    await messages.show(["a"])
    try await Task.sleep(for: .seconds(1))
    // Transactions of other tests in progress cause some more. Refreshes without end would be about a hundred.
    #expect(messages.reads < 25)
  }

  @Test func aProcessThatNeedsPrunedChangesReadsAll() async throws {
    let database = try rooms.database()
    let (one, two) = (try await Messages(in: 1, of: database), try await Messages(in: 2, of: database))
    try role.keepOut()
    await until { one.query.error != nil && two.query.error != nil }
    let owner = try Rooms.owner(of: rooms.schema)
    try owner.script("INSERT INTO message (roomID, text) VALUES (2, 'pruned')")
    let pruning = Pruning(schema: try LogSchema(rooms.schema), age: .zero, pause: .zero).statement
    // Repeats until the transactions of other tests in progress have ended, which no event shows.
    while try !owner.run("SELECT * FROM svvs_change").isEmpty {
      try owner.script(pruning)
      try await Task.sleep(for: .milliseconds(10))
    }
    try role.letIn()
    await two.show(["pruned"])
    #expect(one.reads == 2)
  }
}
