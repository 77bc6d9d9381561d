import Foundation
import SVVS
import SVVSPersistence

@testable import SVVSPostgres

/// A schema of its own with a table that is keyed and one that is not.
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

  /// What a process of its own would have.
  func database(migrations: [Migration] = Rooms.migrations) throws -> AppDatabase {
    try AppDatabase.postgres(address, schema: schema, migrations: migrations)
  }

  /// What any other program would have.
  func connection() throws -> Connection {
    try Rooms.connection(to: schema, at: address)
  }

  /// What the owner of the server has, who is never kept out.
  static func owner(of schema: String) throws -> Connection {
    try connection(to: schema, at: TestServer.url())
  }

  private static func connection(to schema: String, at address: String) throws -> Connection {
    let connection = try Connection.open(PostgresAddress(address), until: .now + .seconds(5))
    try connection.script("SET search_path TO \(LogSchema.quoted(schema))")
    return connection
  }
}

extension Connection {
  func script(_ text: String) throws { try script(text, until: .now + .seconds(10)) }

  @discardableResult
  func run(_ sql: SQL) throws -> [Row] { try run(sql, until: .now + .seconds(10)).rows }
}

/// The texts in a room, and how often they were read.
@MainActor
final class Messages {
  let query: LiveQuery<Read>
  private let counter: Counter

  struct Read: Sendable, Equatable {
    var texts: [String]
  }

  final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    func increment() { lock.withLock { count += 1 } }
    var value: Int { lock.withLock { count } }
  }

  init(in room: Int?, of database: AppDatabase) async throws {
    let counter = Counter()
    self.counter = counter
    let tracked = room.map { TrackedRows("message", key: $0) } ?? "message"
    query = LiveQuery(Read(texts: []), in: database, tracking: [tracked]) { transaction in
      counter.increment()
      return Read(texts: try Messages.texts(in: room, transaction))
    }
    try await query.load()
  }

  var texts: [String] { query.value.texts }
  var reads: Int { counter.value }

  nonisolated static func texts(in room: Int?, _ transaction: Transaction) throws -> [String] {
    try transaction.rows(
      "SELECT text FROM message WHERE roomID = COALESCE(CAST(\(room) AS BIGINT), roomID) ORDER BY id"
    ).map { try $0.value("text") }
  }

  /// Waits until it shows these texts.
  func show(_ expected: [String]) async { await until { self.texts == expected } }
}

func send(_ text: String, to room: Int, in database: AppDatabase) async throws {
  try await database.write { try $0.execute("INSERT INTO message (roomID, text) VALUES (\(room), \(text))") }
}

/// Waits until a condition on observed state holds.
@MainActor
func until(_ condition: @escaping @MainActor () -> Bool) async {
  let (ends, end) = AsyncStream.makeStream(of: Void.self)
  let effect = Effect.onChange(of: condition, initial: true) { if $0 { end.yield() } }
  for await _ in ends { break }
  effect.cancel()
  await effect.completion
}
