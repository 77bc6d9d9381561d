import SVVSPersistence
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct StoredSettingTests {
  @Test func isTheDefaultUntilItIsSet() async throws {
    let setting = StoredSetting("size", default: 3, in: AppDatabase(migrations: Words.migrations))
    #expect(setting.value == 3)
    try await setting.set(5)
    #expect(setting.value == 5)
  }

  @Test func isThereAtOnceAfterARestart() async throws {
    let directory = try TemporaryDirectory()
    func open() throws -> AppDatabase { try AppDatabase(path: directory.databasePath, migrations: Words.migrations) }
    try await StoredSetting("size", default: 3, in: open()).set(5)
    let setting = StoredSetting("size", default: 3, in: try open())
    #expect(setting.value == 5)
  }

  @Test func aSettingFollowsAnotherProcess() async throws {
    let directory = try TemporaryDirectory()
    let database = try AppDatabase(path: directory.databasePath, migrations: Words.migrations)
    let one = StoredSetting("size", default: 3, in: database)
    let other = StoredSetting("size", default: 3, in: database)
    #expect(one.value == 3)
    try await other.set(5)
    await until { one.value == 5 }
  }

  @Test func theLastOfManySetsCounts() async throws {
    let setting = StoredSetting("size", default: 0, in: AppDatabase(migrations: Words.migrations))
    let sets = (1...30).map { number in Task.immediate { try await setting.set(number) } }
    for set in sets { try await set.value }
    #expect(setting.value == 30)
  }

  @Test func anUnreadableSettingIsTheDefault() async throws {
    let directory = try TemporaryDirectory()
    let database = try AppDatabase(path: directory.databasePath, migrations: Words.migrations)
    try await StoredSetting("size", default: "", in: database).set("large")
    #expect(StoredSetting("size", default: 3, in: database).value == 3)
  }

  @Test func keepsItsValueWhenItCannotBeStored() async throws {
    let setting = StoredSetting("size", default: 3, in: AppDatabase(migrations: []))
    await #expect(throws: DatabaseError.self) { try await setting.set(5) }
    #expect(setting.value == 3)
  }
}
