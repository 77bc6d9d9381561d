import SVVSPersistence
import Testing

@testable import SVVSPostgres

struct LogSchemaTests {
  @Test func namesAreTheSameInEveryProcess() throws {
    let schema = try LogSchema("svvs")
    #expect(schema.channel == "svvs_5e1e944f6b520b67")
    #expect(schema.notificationLock == Int64(bitPattern: try #require(UInt64(schema.channel.dropFirst(5), radix: 16))))
    #expect(try LogSchema("other").channel != schema.channel)
  }

  @Test(arguments: ["", String(repeating: "ä", count: 32), "a\0b"])
  func aNameThatCannotBeKeptIsRefused(name: String) {
    #expect(throws: DatabaseError.self) { try LogSchema(name) }
  }

  @Test(arguments: ["$user", "public", "information_schema", "pg_catalog", "pg_temp", "pg_mine"])
  func aNameWithAnotherMeaningIsRefusedWithTheReason(name: String) {
    let error = #expect(throws: DatabaseError.self) { try LogSchema(name) }
    #expect(error?.description.hasPrefix("The schema \"\(name)\" cannot hold the data of an app: ") == true)
  }

  @Test func namesAndTextsAreQuoted() throws {
    #expect(try LogSchema("a\"b").qualified("c") == "\"a\"\"b\".\"c\"")
    #expect(LogSchema.literal("it's \\ $$") == "E'it''s \\\\ $$'")
  }
}
