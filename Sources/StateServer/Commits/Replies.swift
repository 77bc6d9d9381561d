import StateProtocol

/// The messages that wait for the next commit, or for a client that does not read, in order: replies, and updates of
/// sessions.
@MainActor
struct Replies {
  /// A message that waits.
  enum Message {
    case reply(Reply, to: Call)
    case update(SessionUpdate)
  }

  private struct Entry {
    let message: Message
    /// The size that it counts.
    let size: Int
  }

  private var entries: [Entry] = []
  /// The entries before this index have been taken: taking one does not move the others.
  private var first = 0
  /// The size of the replies that wait, in bytes, without those to batches.
  private(set) var byteCount = 0
  /// The number of closed views that are kept until the reply that closes them is sent.
  private(set) var endedCount = 0
  /// The last update of each session that waits, with the value of `barrierCount` for which it may be added to.
  private var updates: [ObjectIdentifier: (update: SessionUpdate, barrierCount: Int)] = [:]
  /// The number of replies and of closed views that were added since nothing waited: what comes later is sent after
  /// them. A view that is opened may have the name of one that was closed in another session.
  private var barrierCount = 0

  nonisolated init() {}

  var count: Int { entries.count - first }
  var isEmpty: Bool { count == 0 }

  /// Adds a reply after those that wait.
  ///
  /// - Parameter size: About how many bytes it counts.
  mutating func append(_ reply: Reply, to call: Call, size: Int) {
    entries.append(Entry(message: .reply(reply, to: call), size: size))
    byteCount += size
    barrierCount += 1
    endedCount += reply.ended.count
  }

  /// The update of a session that is sent after all replies that wait. Before a view is mentioned as opened, an earlier
  /// one of its name is closed by a reply, and before one is mentioned as closed, its calls are answered.
  mutating func update(of session: Session) -> SessionUpdate {
    let last = updates[ObjectIdentifier(session)]
    if let last, last.barrierCount == barrierCount { return last.update }
    let update = SessionUpdate(of: session, after: last?.update)
    updates[ObjectIdentifier(session)] = (update, barrierCount)
    entries.append(Entry(message: .update(update), size: 0))
    return update
  }

  /// The update of a session that is sent after all that waits, to add a closed view: other sessions' updates come later.
  mutating func updateForClosing(of session: Session) -> SessionUpdate {
    let update = update(of: session)
    barrierCount += 1
    updates[ObjectIdentifier(session)] = (update, barrierCount)
    return update
  }

  /// The last update of a session that waits.
  func waitingUpdate(of session: Session) -> SessionUpdate? { updates[ObjectIdentifier(session)]?.update }

  /// Takes the first; there must be one.
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

  /// Removes all.
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
