import SVVS
import SVVSPersistence

/// The messages of a room for one of its members. This store lives until the account leaves the room or logs out.
@MainActor
final class RoomStore {
  /// The lifetime of this store. It ends when the account leaves the room or logs out.
  let lifetime: ScopeLifetime
  /// The query of the newest messages. All views that do not show earlier pages share this query.
  private weak var newest: MessageQuery?
  private let table: MessageTable
  private let database: AppDatabase

  init(_ table: MessageTable, lifetime: ScopeLifetime, database: AppDatabase) {
    self.table = table
    self.lifetime = lifetime
    self.database = database
  }

  /// Creates a window for one view, with the newest messages.
  func makeWindow() -> MessageWindow {
    let query = newest ?? MessageQuery(table, in: database)
    newest = query
    return MessageWindow(query: query)
  }

  /// Sends a message, unless an earlier attempt with the same key has sent it. When this method returns, the windows
  /// already contain the message.
  func send(_ body: String, key: RetryKey) async throws -> Message.ID {
    // PostgreSQL cannot store NUL.
    guard !body.utf8.contains(0) else { throw RepositoryError.invalidText }
    guard body.utf8.count <= MessageTable.maximumBodySize else { throw RepositoryError.textTooLong }
    return try await database.write(inOrderOf: table.order) { [table] in try table.send(body, key: key, in: $0) }
  }

  /// Marks a message and all earlier messages as read by the account.
  func markRead(upTo id: Message.ID) async throws {
    try await database.write(inOrderOf: table.order) { [table] in try table.markRead(upTo: id, in: $0) }
  }
}
