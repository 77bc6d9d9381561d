import Dispatch
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import SVVSPersistence

@MainActor @Suite(.timeLimit(.minutes(1)))
struct LiveQueryTests {
  /// Its queries wait for their first results as long as a test may run, so that no test depends on the speed.
  let database: AppDatabase

  init() throws {
    database = try AppDatabase(path: nil, migrations: Words.migrations, firstResultLimit: .seconds(60))
  }

  @Test func aWriteShowsWhenItReturns() async throws {
    let words = Words.query(in: database)
    try await words.load()
    #expect(words.value == [])
    try await Words.insert("a", into: database)
    #expect(words.value == ["a"])
    try await Words.insert("b", into: database)
    #expect(words.value == ["a", "b"])
  }

  @Test(arguments: [false, true])
  func theFirstReadHasTheRows(inFile: Bool) async throws {
    let directory = try TemporaryDirectory()
    let database =
      try AppDatabase(
        path: inFile ? directory.databasePath : nil, migrations: Words.migrations, firstResultLimit: .seconds(60))
    try await Words.insert("a", into: database)
    #expect(Words.query(in: database).value == ["a"])
    #expect(Words.query(in: database).isLoaded)
    try await Words.insert("b", into: database)
    #expect(Words.query(in: database).value == ["a", "b"])
  }

  @Test func theFirstReadDoesNotWaitForASlowQuery() async throws {
    let database = AppDatabase(migrations: Words.migrations)
    try await Words.insert("a", into: database)
    let gate = DispatchSemaphore(value: 0)
    let words = LiveQuery([String](), in: database) { transaction in
      gate.wait()
      return try Words.all(in: transaction)
    }
    #expect(words.value == [] && !words.isLoaded && words.error == nil)
    gate.signal()
    await until { words.isLoaded }
    #expect(words.value == ["a"])
  }

  @Test func queriesThatBeginTogetherWaitNoLongerThanOne() async throws {
    let limit = Duration.milliseconds(100)
    let database = try AppDatabase(path: nil, migrations: Words.migrations, firstResultLimit: limit)
    let gate = DispatchSemaphore(value: 0)
    let queries = (0..<100).map { _ in
      LiveQuery([String](), in: database) { transaction in
        gate.wait()
        gate.signal()
        return try Words.all(in: transaction)
      }
    }
    let time = ContinuousClock().measure { #expect(queries.allSatisfy { !$0.isLoaded }) }
    #expect(time < limit * 50)
    await Task.yield()
    #expect(database.firstResultWait.remaining == .zero, "The results are still outstanding.")
    gate.signal()
    await until { queries.allSatisfy { $0.isLoaded } }
    try await yield(while: database.firstResultWait.remaining < limit)
  }

  @Test func theFirstReadHasTheErrorOfTheQuery() async throws {
    let words = LiveQuery([String](), in: database) { _ in throw SVVSPersistence.DatabaseError(.failed, "broken") }
    #expect(words.error != nil && words.value == [])
    let unopened = Words.query(
      in: try AppDatabase(
        path: nil, migrations: [Migration("broken") { try $0.execute("NOT SQL") }], firstResultLimit: .seconds(60)))
    #expect(unopened.error != nil && !unopened.isLoaded)
  }

  @Test func aTransactionAfterTheFirstReadShows() async throws {
    let words = Words.query(in: database)
    let write = Task.immediate { [database] in try await Words.insert("a", into: database) }
    #expect(words.value == ["a"], "the write was called first")
    try await write.value
    try await Words.insert("b", into: database)
    #expect(words.value == ["a", "b"])
  }

  @Test func aTransactionThatFailsShowsNothing() async throws {
    let words = Words.query(in: database)
    try await words.load()
    struct Refusal: Error {}
    await #expect(throws: Refusal.self) {
      try await database.write { transaction in
        try transaction.execute("INSERT INTO word VALUES ('a')")
        throw Refusal()
      }
    }
    #expect(words.value == [])
  }

  @Test func writesToOtherTablesCostNothing() async throws {
    let fetches = Mutex(0)
    let words = LiveQuery([String](), in: database, tracking: ["word"]) { transaction in
      fetches.withLock { $0 += 1 }
      return try Words.all(in: transaction)
    }
    try await words.load()
    try await database.write { try $0.execute("INSERT INTO other VALUES (1)") }
    #expect(fetches.withLock { $0 } == 1)
    try await Words.insert("a", into: database)
    #expect(fetches.withLock { $0 } == 2)
  }

  @Test func nobodyFetchesForAQueryThatNobodyHolds() async throws {
    let fetches = Mutex(0)
    var words: LiveQuery? = LiveQuery([String](), in: database) { transaction in
      fetches.withLock { $0 += 1 }
      return try Words.all(in: transaction)
    }
    try await words?.load()
    words = nil
    try await Words.insert("a", into: database)
    #expect(fetches.withLock { $0 } == 1)
  }

  @Test func aQueryThatFailedToBeginBeginsAgain() async throws {
    let isBroken = Mutex(true)
    let words = LiveQuery([String](), in: database) { transaction in
      if isBroken.withLock({ $0 }) { throw SVVSPersistence.DatabaseError(.failed, "broken") }
      return try Words.all(in: transaction)
    }
    await #expect(throws: SVVSPersistence.DatabaseError.self) { try await words.load() }
    #expect(words.error != nil && !words.isLoaded)
    isBroken.withLock { $0 = false }
    try await Words.insert("a", into: database)
    try await words.load()
    #expect(words.error == nil && words.value == ["a"])
  }

  @Test func aQueryThatFailsLaterKeepsItsValueAndRecovers() async throws {
    let isBroken = Mutex(false)
    let words = LiveQuery([String](), in: database) { transaction in
      if isBroken.withLock({ $0 }) { throw SVVSPersistence.DatabaseError(.failed, "broken") }
      return try Words.all(in: transaction)
    }
    try await words.load()
    isBroken.withLock { $0 = true }
    try await Words.insert("a", into: database)
    #expect(words.error != nil && words.value == [])
    isBroken.withLock { $0 = false }
    try await Words.insert("b", into: database)
    #expect(words.error == nil && words.value == ["a", "b"])
  }

  @Test func aQueryThatFailedIsReadAnewWhenAsked() async throws {
    let isBroken = Mutex(true)
    let words = LiveQuery([String](), in: database) { transaction in
      if isBroken.withLock({ $0 }) { throw SVVSPersistence.DatabaseError(.failed, "broken") }
      return try Words.all(in: transaction)
    }
    #expect(words.value == [] && words.error != nil)
    isBroken.withLock { $0 = false }
    try await words.load()
    #expect(words.error == nil && words.isLoaded)
    try await Words.insert("a", into: database)
    #expect(words.value == ["a"], "and followed from then on")
  }

  @Test(arguments: [false, true])
  func anotherProcessesWriteShows(inWALMode: Bool) async throws {
    let directory = try TemporaryDirectory()
    _ = try AppDatabase(path: directory.databasePath, migrations: Words.migrations)
    if inWALMode {
      try await DatabaseQueue(path: directory.databasePath).writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA journal_mode = WAL")
      }
    }
    let database = try AppDatabase(path: directory.databasePath, migrations: Words.migrations)
    let words = Words.query(in: database)
    try await words.load()
    // SQLite distinguishes connections, not processes.
    let other = try DatabaseQueue(path: directory.databasePath)
    try await other.write { try $0.execute(sql: "INSERT INTO word VALUES ('a')") }
    await until { words.value == ["a"] }
  }
}
