import Foundation
import SVVSPersistence

@testable import SVVSPostgres

/// A schema for one test, with a table that has a key column and one that has none.
struct Rooms {
  static let migrations = [
    .settings,
    Migration("rooms", keys: ["message": "roomID"]) { transaction in
      try transaction.execute("CREATE TABLE room (id \(.identity), name TEXT NOT NULL)")
      try transaction.execute(
        """
        CREATE TABLE message (
          id \(.identity), roomID BIGINT NOT NULL REFERENCES room (id) ON DELETE CASCADE, text TEXT NOT NULL)
        """)
      try transaction.execute("INSERT INTO room (name) VALUES ('one'), ('two'), ('three')")
    },
  ]

  let schema: String
  let address: String

  init(address: String? = nil) throws {
    schema = "rooms \(UUID().uuidString)"
    self.address = try address ?? TestServer.url()
  }

  /// The database as another process opens it.
  func database(migrations: [Migration] = Rooms.migrations) throws -> AppDatabase {
    try AppDatabase.postgres(address, schema: schema, migrations: migrations)
  }

  /// A connection as any other program opens it.
  func connection() throws -> Connection {
    try Rooms.connection(to: schema, at: address)
  }

  /// A connection of the server's owner, which is never refused.
  static func owner(of schema: String) throws -> Connection {
    try connection(to: schema, at: TestServer.url())
  }

  private static func connection(to schema: String, at address: String) throws -> Connection {
    let connection = try Connection.open(PostgresAddress(address), until: .now + .seconds(5))
    try connection.script("SET search_path TO \(LogSchema.quoted(schema))")
    return connection
  }
}
