import GRDB
import SVVSPersistence
import Testing

/// What comes first when much is asked at once.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct OrderTests {
  @Test(arguments: [true, false])
  func aWriteShowsInAQueryThatHasJustBegun(inMemory: Bool) async throws {
    for _ in 0..<50 {
      let file = try TemporaryFile()
      let database =
        inMemory
        ? AppDatabase(migrations: Words.migrations) : try AppDatabase(path: file.path, migrations: Words.migrations)
      let words = Words.query(in: database)
      #expect(words.value == [])
      try await Words.insert("a", into: database)
      #expect(words.value == ["a"])
    }
  }

  @Test func writesThatWaitTogetherForAnotherProcessFailTogether() async throws {
    let file = try TemporaryFile()
    let database = try AppDatabase(path: file.path, migrations: Words.migrations)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: file.path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let begun = ContinuousClock.now
    let writes = (1...5).map { number in Task { try await Words.insert("\(number)", into: database) } }
    for write in writes { await #expect(throws: SVVSPersistence.DatabaseError.self) { try await write.value } }
    #expect(.now - begun < .seconds(6), "each would wait two seconds behind the others")
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
  }
}
