import SVVSPersistence
import Testing

@testable import SVVSPostgres

/// Queries that cannot be read delay the others only for a moment.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct FailingQueryTests {
  private let rooms: Rooms
  private let database: AppDatabase

  init() throws {
    rooms = try Rooms()
    database = try rooms.database()
  }

  @Test func aQueryThatFailsSaysSoAndTheOthersGoOn() async throws {
    let messages = try await Messages(in: 1, of: database)
    let broken = LiveQuery(0, in: database, tracking: ["message"]) {
      try $0.row("SELECT 1 / COUNT(*) AS n FROM message")?.value("n") ?? 0
    }
    await #expect(throws: DatabaseError.self) { try await broken.load() }
    try await send("a", to: 1, in: database)
    #expect(messages.texts == ["a"])
    #expect(broken.error == nil)
    #expect(broken.value == 1)
  }

  @Test func aWriteThatDoesNotConcernASlowFailureDoesNotWaitForIt() async throws {
    let messages = try await Messages(in: 1, of: database)
    let reads = Messages.Counter()
    let slow = LiveQuery(0, in: database, tracking: ["room"]) { transaction in
      reads.increment()
      _ = try transaction.row("SELECT pg_sleep(0.2)")
      return try transaction.row("SELECT 1 / 0 AS n")?.value("n") ?? 0
    }
    await #expect(throws: DatabaseError.self) { try await slow.load() }
    let before = reads.value
    for number in 1...20 { try await send("\(number)", to: 1, in: database) }
    #expect(messages.texts.count == 20)
    #expect(slow.error != nil)
    #expect(reads.value <= before + 2)
  }

  @Test func onlyTheFirstWaitsForALock() async throws {
    let other = try rooms.connection()
    try other.script("BEGIN; LOCK TABLE setting")
    let locked = LiveQuery(0, in: database, tracking: ["room"]) { transaction in
      try transaction.row("SELECT COUNT(*) AS n FROM setting")?.value("n") ?? 0
    }
    #expect(locked.value == 0)
    await until { locked.error != nil }
    let limit = LiveQuery("", in: database, tracking: ["room"]) { transaction in
      try transaction.row("SELECT current_setting('lock_timeout') AS text")?.value("text") ?? ""
    }
    try await limit.load()
    try await database.write { try $0.execute("UPDATE room SET name = 'other'") }
    #expect(limit.value == "1ms")
    #expect(locked.error != nil)
    try other.script("INSERT INTO setting VALUES ('a', '1'); COMMIT")
    await until { locked.value == 1 && locked.error == nil }
  }
}
