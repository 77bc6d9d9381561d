import SVVSPersistence
import Synchronization

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

/// A reader of a room's messages, from a first message to the newest message. If the messages exceed the limit of a
/// window, the reader leaves out the oldest ones. It reads the text of a message only if the message is new or has
/// changed since the last read.
///
/// In a room with 50 messages of 64 KiB, reading all texts would take most of the time that sending a short message
/// takes.
final class MessageReader: Sendable {
  private struct Read {
    /// The first message to read, or nil before the first read. If the room had less than one page of messages, this is
    /// the smallest possible id.
    var first: Message.ID?
    var messages: [Message.ID: (outline: MessageTable.Outline, message: Message)] = [:]
  }

  private let table: MessageTable
  private let state: Mutex<Read>

  /// Creates a reader of the newest page and all later messages.
  init(_ table: MessageTable) {
    self.table = table
    state = Mutex(Read())
  }

  /// Creates a reader that also reads earlier messages, from `first` on. The new reader reuses the texts that the
  /// reader `other` has read.
  init(_ other: MessageReader, from first: Message.ID) {
    table = other.table
    state = Mutex(Read(first: first, messages: other.state.withLock { $0.messages }))
  }

  /// The messages, oldest first.
  ///
  /// - Throws: ``DatabaseError`` of the kind `tooLarge` if the newest message alone exceeds the limit.
  func read(in transaction: Transaction) throws -> [Message] {
    let known = state.withLock { $0 }
    let all = try table.outlines(from: known.first, in: transaction)
    let outlines = try fitting(all)
    let changed = outlines.filter { !$0.isVersion(of: known.messages[$0.id]?.outline) }
    let bodies = try table.bodies(of: changed.map(\.id), in: transaction)
    let messages = outlines.reversed().compactMap { outline in
      (bodies[outline.id] ?? known.messages[outline.id]?.message.body).map { (outline, Message(outline, body: $0)) }
    }
    let hasAll = known.first == nil && all.count < MessageTable.pageSize && outlines.count == all.count
    state.withLock {
      $0.first = hasAll ? .min : outlines.last?.id ?? known.first
      $0.messages = Dictionary(messages.map { ($0.0.id, $0) }) { first, _ in first }
    }
    return messages.map(\.1)
  }

  /// Returns the newest messages. If the messages exceed the limit of a window, the oldest ones are left out.
  private func fitting(_ outlines: [MessageTable.Outline]) throws -> [MessageTable.Outline] {
    var bytes = 0
    let fitting = outlines.prefix {
      bytes += $0.size
      return bytes <= MessageTable.maximumWindowSize
    }
    guard !fitting.isEmpty || outlines.isEmpty else {
      throw DatabaseError(.tooLarge, "The newest message has more than \(MessageTable.maximumWindowSize) bytes.")
    }
    return Array(fitting)
  }
}

extension Message {
  fileprivate init(_ outline: MessageTable.Outline, body: String) {
    self.init(id: outline.id, account: outline.account, name: outline.name, body: body, time: outline.time)
  }
}
