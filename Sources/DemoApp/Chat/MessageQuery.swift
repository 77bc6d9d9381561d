import SVVSPersistence

/// The messages of a room from one on, kept up to date.
@MainActor
final class MessageQuery {
  let live: LiveQuery<[Message]>
  private let reader: MessageReader
  private let table: MessageTable
  private let database: AppDatabase

  /// A query of the newest messages, and all later ones.
  convenience init(_ table: MessageTable, in database: AppDatabase) {
    self.init(MessageReader(table), table, in: database)
  }

  private init(_ reader: MessageReader, _ table: MessageTable, in database: AppDatabase) {
    self.reader = reader
    self.table = table
    self.database = database
    live = LiveQuery([], in: database, tracking: table.tracked) { try reader.read(in: $0) }
  }

  /// The first message of the page before one; nil if there is none.
  func start(ofPageBefore id: Message.ID) async throws -> Message.ID? {
    try await database.read { [table] in try table.start(ofPageBefore: id, in: $0) }
  }

  /// A loaded query of these messages and earlier ones.
  func extended(to first: Message.ID) async throws -> MessageQuery {
    let query = MessageQuery(MessageReader(reader, from: first), table, in: database)
    try await query.live.load()
    return query
  }
}
