import StateProtocol

/// The queue of replies and session updates, in the order of sending. They wait for the next commit, and until the
/// client reads.
@MainActor
struct Replies {
  /// A message in the queue.
  enum Message {
    case reply(Reply, to: Call)
    case update(SessionUpdate)
  }

  private struct Entry {
    let message: Message
    /// The size that it adds to `byteCount`.
    let size: Int
  }

  private var entries: [Entry] = []
  /// The index of the first message. The entries before it were removed already; they stay so that no entry has to
  /// move.
  private var first = 0
  /// The size of the replies in the queue, without those to batches, in bytes.
  private(set) var byteCount = 0
  /// The number of closed views that are kept until the reply that closes them is sent.
  private(set) var endedCount = 0
  /// The last update of each session in the queue, with the value of `barrierCount` up to which changes may be added.
  private var updates: [ObjectIdentifier: (update: SessionUpdate, barrierCount: Int)] = [:]
  /// The number of replies and of closed views that were added since the queue was empty. An update that was queued
  /// before one of them takes no more changes, because an opened view may have the name of a view that was closed in
  /// another session.
  private var barrierCount = 0

  nonisolated init() {}

  var count: Int { entries.count - first }
  var isEmpty: Bool { count == 0 }

  /// Adds a reply.
  ///
  /// - Parameter size: The approximate size to add to `byteCount`.
  mutating func append(_ reply: Reply, to call: Call, size: Int) {
    entries.append(Entry(message: .reply(reply, to: call), size: size))
    byteCount += size
    barrierCount += 1
    endedCount += reply.ended.count
  }

  /// The update of a session, to be sent after all replies in the queue. A reply that closes an earlier view of the
  /// same name has to come before an opened view, and the replies to its calls before a closed view.
  mutating func update(of session: Session) -> SessionUpdate {
    let last = updates[ObjectIdentifier(session)]
    if let last, last.barrierCount == barrierCount { return last.update }
    let update = SessionUpdate(of: session, after: last?.update)
    updates[ObjectIdentifier(session)] = (update, barrierCount)
    entries.append(Entry(message: .update(update), size: 0))
    return update
  }

  /// The update of a session, to be sent after all messages in the queue, to add a closed view. Later updates of other
  /// sessions are sent after it.
  mutating func updateForClosing(of session: Session) -> SessionUpdate {
    let update = update(of: session)
    barrierCount += 1
    updates[ObjectIdentifier(session)] = (update, barrierCount)
    return update
  }

  /// The last update of a session in the queue.
  func waitingUpdate(of session: Session) -> SessionUpdate? { updates[ObjectIdentifier(session)]?.update }

  /// Removes and returns the first message. The queue must not be empty.
  mutating func removeFirst() -> Message {
    guard count > 1 else {
      defer { removeAll() }
      return entries.removeLast().message
    }
    let entry = entries[first]
    byteCount -= entry.size
    taken(entry.message)
    first += 1
    if first > 1_000, first > entries.count / 2 { compact() }
    return entry.message
  }

  /// Removes all messages.
  mutating func removeAll() {
    if !entries.isEmpty { entries.removeAll(keepingCapacity: entries.count < 1_000) }
    first = 0
    byteCount = 0
    endedCount = 0
    updates.removeAll()
    barrierCount = 0
  }

  /// Updates the counts for a message that was taken.
  private mutating func taken(_ message: Message) {
    switch message {
    case .update(let update):
      let session = ObjectIdentifier(update.session)
      if updates[session]?.update === update { updates[session] = nil }
    case .reply(let reply, _): endedCount -= reply.ended.count
    }
  }

  private mutating func compact() {
    entries.removeFirst(first)
    first = 0
  }
}
