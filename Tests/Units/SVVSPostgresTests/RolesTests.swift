import SVVSPersistence
import Testing

@testable import SVVSPostgres

/// Roles with fewer privileges than the owner, and their errors.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct RolesTests {
  private let rooms: Rooms

  init() throws {
    rooms = try Rooms()
  }

  @Test func aRoleThatMayNotCreateGetsTheStatement() throws {
    let role = try Role("CONNECT ON DATABASE postgres")
    let rooms = try Rooms(address: role.address)
    #expect { try rooms.database() } throws: { error in
      let error = error as? DatabaseError
      return error?.kind == .notPermitted && error?.description.contains("for: CREATE SCHEMA") == true
    }
  }

  @Test func aRoleThatMayOnlyReadSeesWritesOfOthers() async throws {
    let database = try rooms.database()
    let role = try Role("CONNECT ON DATABASE postgres")
    let schema = LogSchema.quoted(rooms.schema)
    try rooms.connection().script(
      "GRANT USAGE ON SCHEMA \(schema) TO \(role.name); GRANT SELECT ON ALL TABLES IN SCHEMA \(schema) TO \(role.name)")
    let other = try AppDatabase.postgres(role.address, schema: rooms.schema, migrations: Rooms.migrations)
    let messages = try await Messages(in: 1, of: other)
    try await send("a", to: 1, in: database)
    await messages.show(["a"])
    await #expect { try await send("b", to: 1, in: other) } throws: { ($0 as? DatabaseError)?.kind == .notPermitted }
    #expect(try await database.read { try Messages.texts(in: 1, $0) } == ["a"])
  }

  @Test func aRoleThatMayNotReadTheLogMayWrite() async throws {
    let messages = try await Messages(in: 1, of: try rooms.database())
    let role = try Role("CONNECT ON DATABASE postgres")
    let schema = LogSchema.quoted(rooms.schema)
    try rooms.connection().script(
      "GRANT USAGE ON SCHEMA \(schema) TO \(role.name); GRANT INSERT ON message TO \(role.name)")
    let other = try Connection.open(PostgresAddress(role.address), until: .now + .seconds(5))
    try other.script("INSERT INTO \(schema).message (roomID, text) VALUES (1, 'a')")
    await messages.show(["a"])
  }

  @Test func theRightsOfTheArticleAreEnough() async throws {
    let messages = try await Messages(in: 1, of: try rooms.database())
    let role = try Role("CONNECT ON DATABASE postgres")
    let schema = LogSchema.quoted(rooms.schema)
    try rooms.connection().script(
      """
      GRANT USAGE ON SCHEMA \(schema) TO \(role.name);
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema) TO \(role.name);
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA \(schema) TO \(role.name);
      ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA \(schema)
        GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO \(role.name);
      ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA \(schema) GRANT USAGE ON SEQUENCES TO \(role.name)
      """)
    let clerk = try AppDatabase.postgres(role.address, schema: rooms.schema, migrations: Rooms.migrations)
    try await send("a", to: 1, in: clerk)
    await messages.show(["a"])
    let later =
      Rooms.migrations + [
        Migration("later") { try $0.execute("CREATE TABLE later (id \(.identity), text TEXT)") }
      ]
    _ = try rooms.database(migrations: later)
    let newer = try AppDatabase.postgres(role.address, schema: rooms.schema, migrations: later)
    try await newer.write { try $0.execute("INSERT INTO later (text) VALUES ('b')") }
    let pruning = Pruning(schema: try LogSchema(rooms.schema), age: .zero, pause: .zero).statement
    let other = try Connection.open(PostgresAddress(role.address), until: .soon)
    try other.script(pruning)
  }

  @Test func aReadOnlyRoleMakesNoSchema() throws {
    let role = try Role()
    try TestServer.connect().script("ALTER ROLE \(role.name) SET default_transaction_read_only = on")
    #expect { try Rooms(address: role.address).database() } throws: { error in
      let error = error as? DatabaseError
      return error?.kind == .readOnly && error?.description.contains("for: CREATE SCHEMA") == true
    }
  }
}
