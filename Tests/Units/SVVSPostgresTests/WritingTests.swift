import Foundation
import SVVSPersistence
import Testing

@testable import SVVSPostgres

@MainActor @Suite(.timeLimit(.minutes(1)))
struct WritingTests {
  private struct Refusal: Error {}

  private let rooms: Rooms
  private let database: AppDatabase

  init() throws {
    rooms = try Rooms()
    database = try rooms.database()
  }

  @Test func writesOfSeveralProcessesComeOneAfterAnother() async throws {
    let databases = [database, try rooms.database(), try rooms.database()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for database in databases {
        group.addTask { for _ in 1...20 { try await WritingTests.count(in: database) } }
      }
      try await group.waitForAll()
    }
    #expect(try await database.read(WritingTests.counted) == 60)
  }

  nonisolated private static func count(in database: AppDatabase) async throws {
    try await database.write { transaction in
      let count = try counted(transaction)
      try transaction.execute("UPDATE room SET name = \(String(count + 1)) WHERE id = 1")
    }
  }

  @Sendable nonisolated private static func counted(_ transaction: Transaction) throws -> Int {
    let name = try transaction.row("SELECT name FROM room WHERE id = 1")?.value("name", as: String.self)
    return name.flatMap { Int($0) } ?? 0
  }

  @Test func aWriteThatAlwaysConflictsIsRetriedWithPausesAndRefused() async throws {
    try makeTrigger("CREATE TRIGGER", "PERFORM nextval('attempt'); RAISE SQLSTATE '40001'")
    let start = ContinuousClock.now
    await #expect { try await send("a", to: 1, in: database) } throws: {
      ($0 as? DatabaseError)?.kind == .inUse && ($0 as? DatabaseError)?.code == "40001"
    }
    #expect(ContinuousClock.now - start < .seconds(30))
    let count: Int? = try rooms.connection().run("SELECT last_value AS value FROM attempt").first?.value("value")
    #expect((10..<200).contains(try #require(count)))
  }

  @Test func aSlowCommitIsCancelledAndRefused() async throws {
    try makeTrigger("CREATE CONSTRAINT TRIGGER", "PERFORM pg_sleep(60)")
    let start = ContinuousClock.now
    await #expect { try await send("late", to: 1, in: database) } throws: { ($0 as? DatabaseError)?.kind == .inUse }
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(try await database.read { try Messages.texts(in: 1, $0) } == [])
  }

  /// Creates a trigger for messages, and a sequence `attempt`.
  private func makeTrigger(_ creation: String, _ statements: String) throws {
    try rooms.connection().script(
      """
      CREATE SEQUENCE attempt;
      CREATE FUNCTION on_message() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN \(statements); RETURN NULL; END $$;
      \(creation) on_message AFTER INSERT ON message
        \(creation.contains("CONSTRAINT") ? "DEFERRABLE INITIALLY DEFERRED" : "")
        FOR EACH ROW EXECUTE FUNCTION on_message()
      """)
  }

  @Test func aFailedWriteLeavesNothing() async throws {
    await #expect(throws: Refusal.self) {
      try await database.write { transaction in
        try transaction.execute("INSERT INTO message (roomID, text) VALUES (1, 'never')")
        throw Refusal()
      }
    }
    // The body catches the error, although the server has aborted the transaction.
    await #expect(throws: DatabaseError.self) {
      try await database.write { transaction in
        try transaction.execute("INSERT INTO message (roomID, text) VALUES (1, 'never')")
        _ = try? transaction.execute("INSERT INTO message (roomID, text) VALUES (99, 'nowhere')")
      }
    }
    #expect(try await database.read { try Messages.texts(in: 1, $0) } == [])
    try await send("after", to: 1, in: database)
  }

  @Test func aTextWithNULIsRefused() async throws {
    await #expect { try await send("a\0b", to: 1, in: database) } throws: {
      ($0 as? DatabaseError)?.kind == .invalidText
    }
    try await send("after", to: 1, in: database)
  }

  @Test func aReadCannotWrite() async throws {
    await #expect { try await database.read { try $0.execute("DELETE FROM message") } } throws: {
      ($0 as? DatabaseError)?.kind == .readOnly
    }
  }

  @Test func aWriteOfALockedRowFails() async throws {
    let other = try rooms.connection()
    try other.script("BEGIN; UPDATE room SET name = 'mine' WHERE id = 1")
    let start = ContinuousClock.now
    await #expect { try await WritingTests.count(in: database) } throws: {
      // The server cancels the statement, so that the connection is kept.
      ($0 as? DatabaseError)?.kind == .inUse && ($0 as? DatabaseError)?.code != nil
    }
    #expect(ContinuousClock.now - start < .seconds(30))
    try other.script("COMMIT")
    try await WritingTests.count(in: database)
  }

  @Test func aWriteThatWaitsForALockHoldsUpNoneWithoutItsKey() async throws {
    let other = try rooms.connection()
    try other.script("BEGIN; UPDATE room SET name = 'mine' WHERE id = 1")
    let write = { @MainActor (room: Int) in
      Task.immediate {
        try await database.write(inOrderOf: "room \(room)") { transaction in
          try transaction.execute("UPDATE room SET name = 'ours' WHERE id = \(room)")
        }
      }
    }
    let waiting = write(1)
    for _ in 1...3 { #expect(try await write(2).value == 1) }
    try other.script("COMMIT")
    _ = await waiting.result
  }

  @Test(arguments: [("", "5s"), ("-cidle_in_transaction_session_timeout=7s", "7s")])
  func aTransactionMayBeIdleForSecondsUnlessTheAddressSaysOtherwise(options: String, limit: String) async throws {
    var parts = try #require(URLComponents(string: rooms.address))
    if !options.isEmpty { parts.queryItems = [URLQueryItem(name: "options", value: options)] }
    let database = try AppDatabase.postgres(
      try #require(parts.string), schema: rooms.schema, migrations: Rooms.migrations)
    let query: SQL = "SELECT current_setting('idle_in_transaction_session_timeout') AS value"
    #expect(try await database.read { try $0.row(query)?.value("value") } == limit)
    #expect(try await database.write { try $0.row(query)?.value("value") } == limit)
  }

  /// The ways in which a transaction may end without a reply to its client, and the resulting errors.
  @Test(
    arguments: [
      ("COMMIT", nil), ("ROLLBACK", .unavailable),
      ("COMMIT; DELETE FROM svvs_epoch; INSERT INTO svvs_epoch DEFAULT VALUES", .outcomeUnknown),
    ] as [(String, DatabaseError.Kind?)])
  func whatABrokenCommitHasComeToIsFound(end: String, kind: DatabaseError.Kind?) throws {
    let postgres = PostgresDatabase(
      address: try PostgresAddress(rooms.address), schema: try LogSchema(rooms.schema), migrations: [])
    let connection = try rooms.connection()
    try connection.script("BEGIN; INSERT INTO message (roomID, text) VALUES (1, 'a')")
    let traces = try TransactionTraces(in: postgres.schema, connection, until: .now + .seconds(5))
    try connection.script(end)
    let outcome = Result { () throws(DatabaseError) in
      try traces.checkOutcome(after: DatabaseError(.unavailable, "lost"), at: postgres, until: .now + .seconds(5))
    }
    switch outcome {
    case .success: #expect(kind == nil)
    case .failure(let error): #expect(error.kind == kind)
    }
  }

  @Test func theNumberOfATransactionThatHasNotBegunSaysItWasNotMade() throws {
    let error = #expect(throws: DatabaseError.self) {
      try rooms.connection().run("SELECT pg_xact_status(CAST('4000000000' AS xid8))")
    }
    #expect(error?.code == "22023")
  }
}
