import SVVS
import SVVSPersistence

/// The messages of a room for one of its members. Lives as long as the account is one, and no longer than its login.
@MainActor
final class RoomStore {
  /// Ends with the membership.
  let lifetime: ScopeLifetime
  /// The newest messages, oldest first.
  var newest: [Message] { query.value }
  /// Whether they have come from the database.
  var isLoaded: Bool { query.isLoaded }
  /// Why they may be out of date.
  var error: (any Error)? { query.error }

  private let query: LiveQuery<[Message]>
  private let pages = SingleFlight<Message.ID, [Message]>()
  private let table: MessageTable
  private let database: AppDatabase

  init(_ table: MessageTable, lifetime: ScopeLifetime, database: AppDatabase) {
    self.table = table
    self.lifetime = lifetime
    self.database = database
    query = LiveQuery([], in: database, tracking: table.tracked) { try table.newest(in: $0) }
  }

  /// Waits until the newest messages are there.
  func load() async throws { try await query.load() }

  /// Reads the messages from one on.
  func messages(from id: Message.ID) async throws -> [Message] {
    try await database.read { [table] in try table.all(from: id, in: $0) }
  }

  /// Reads the messages before one: as many as come at a time. A caller that comes meanwhile waits for the same.
  func messages(before id: Message.ID) async throws -> [Message] {
    try await pages.run(id) { [table, database] in
      try await database.read { try table.newest(before: id, in: $0) }
    }
  }

  /// Sends a message, unless an earlier attempt with the same key has. When this returns, it shows.
  func send(_ body: String, key: RetryKey) async throws -> Message.ID {
    // PostgreSQL could not keep it.
    guard !body.utf8.contains(0) else { throw RepositoryError.invalidText }
    guard body.utf8.count <= MessageTable.maximumBodySize else { throw RepositoryError.dataTooLarge }
    return try await database.write { [table] in try table.send(body, key: key, in: $0) }
  }

  /// Notes that the account has read a message and those before it.
  func markRead(upTo id: Message.ID) async throws {
    try await database.write { [table] in try table.markRead(upTo: id, in: $0) }
  }
}
