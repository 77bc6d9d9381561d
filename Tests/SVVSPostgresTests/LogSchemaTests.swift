import SVVSPersistence
import Testing

@testable import SVVSPostgres

struct LogSchemaTests {
  @Test func namesAreTheSameInEveryProcess() throws {
    let schema = try LogSchema("svvs")
    #expect(schema.channel == "svvs_5e1e944f6b520b67")
    #expect(schema.bellLock == Int64(bitPattern: try #require(UInt64(schema.channel.dropFirst(5), radix: 16))))
    #expect(try LogSchema("other").channel != schema.channel)
  }

  @Test(arguments: ["", String(repeating: "ä", count: 32), "a\0b"])
  func aNameThatCannotBeKeptIsRefused(name: String) {
    #expect(throws: DatabaseError.self) { try LogSchema(name) }
  }

  @Test func namesAndTextsAreQuoted() throws {
    #expect(try LogSchema("a\"b").qualified("c") == "\"a\"\"b\".\"c\"")
    #expect(LogSchema.literal("it's \\ $$") == "E'it\\'s \\\\ $$'")
  }
}
