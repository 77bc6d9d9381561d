import SVVSPersistence

/// A live query of the messages of a room, from a first message to the newest message.
@MainActor
final class MessageQuery {
  let live: LiveQuery<[Message]>
  private let reader: MessageReader
  private let table: MessageTable
  private let database: AppDatabase

  /// Creates a query of the newest page and all later messages.
  convenience init(_ table: MessageTable, in database: AppDatabase) {
    self.init(MessageReader(table), table, in: database)
  }

  private init(_ reader: MessageReader, _ table: MessageTable, in database: AppDatabase) {
    self.reader = reader
    self.table = table
    self.database = database
    live = LiveQuery([], in: database, tracking: table.tracked) { try reader.read(in: $0) }
  }

  /// Returns the id of the first message on the page before the message `id`, or nil if there are no earlier messages.
  func start(ofPageBefore id: Message.ID) async throws -> Message.ID? {
    try await database.read { [table] in try table.start(ofPageBefore: id, in: $0) }
  }

  /// Returns a loaded query that reads the messages of this query, and also earlier messages from `first` on.
  func extended(to first: Message.ID) async throws -> MessageQuery {
    let query = MessageQuery(MessageReader(reader, from: first), table, in: database)
    try await query.live.load()
    return query
  }
}
