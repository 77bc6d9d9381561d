import Dispatch
import GRDB
import SVVSPersistence
import TestSupport
import Testing

/// The order of concurrent reads and writes.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct OrderTests {
  @Test(arguments: [true, false])
  func aWriteShowsInAQueryThatHasJustBegun(inMemory: Bool) async throws {
    for _ in 0..<50 {
      let directory = try TemporaryDirectory()
      let database =
        inMemory
        ? AppDatabase(migrations: Words.migrations)
        : try AppDatabase(path: directory.databasePath, migrations: Words.migrations)
      let words = Words.query(in: database)
      #expect(words.value == [])
      try await Words.insert("a", into: database)
      #expect(words.value == ["a"])
    }
  }

  @Test func writesThatWaitTogetherForAnotherProcessFailTogether() async throws {
    let directory = try TemporaryDirectory()
    let database = try AppDatabase(path: directory.databasePath, migrations: Words.migrations)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: directory.databasePath, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    // Not on the main thread, which other tests need as well.
    let writes = (1...5).map { number in
      Task.detached {
        await #expect(throws: SVVSPersistence.DatabaseError.self) {
          try await Words.insert("\(number)", into: database)
        }
        return ContinuousClock.now
      }
    }
    var ends: [ContinuousClock.Instant] = []
    for write in writes { ends.append(await write.value) }
    // One after another, the last would fail eight seconds after the first.
    #expect(try #require(ends.max()) - #require(ends.min()) < .seconds(6))
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try await Words.insert("a", into: database)
    #expect(try await database.read(Words.all) == ["a"])
  }

  @Test func aTransactionShowsInAllQueriesInOneStep() async throws {
    let database = AppDatabase(migrations: Words.migrations)
    let steps = Steps()
    var observations: [any Sendable & AnyObject] = []
    for number in 1...3 {
      let query = ObservedQuery(tracked: ["word"]) { _, _ in { steps.record(number) } }
      observations.append(try await database.engine.observe(query))
    }
    for count in 0..<50 {
      steps.all = []
      try await Words.insert("\(count)", into: database)
      #expect(steps.all.map { $0.sorted() } == [[1, 2, 3]])
    }
  }
}

/// The events of each step of the main actor.
@MainActor
private final class Steps {
  var all: [[Int]] = []
  private var isStepBegun = false

  func record(_ number: Int) {
    if !isStepBegun {
      isStepBegun = true
      all.append([])
      DispatchQueue.main.async { MainActor.assumeIsolated { self.isStepBegun = false } }
    }
    all[all.count - 1].append(number)
  }
}
