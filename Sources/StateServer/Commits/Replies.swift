import StateProtocol

/// The messages that wait for the next commit, or for a client that does not read, in order: replies, and updates of
/// sessions.
@MainActor
struct Replies {
  /// A message that waits.
  enum Message {
    case reply(Reply, to: Call)
    case update(SessionUpdate)

    /// The subscriptions that end when the message is sent.
    fileprivate var ended: [Subscription] {
      switch self {
      case .reply(let reply, _): reply.ended
      case .update: []
      }
    }
  }

  private struct Entry {
    let message: Message
    /// The size that it counts.
    let size: Int
  }

  private var entries: [Entry] = []
  /// Those before have been taken: taking one by one moves no others.
  private var first = 0
  /// The size of the replies that wait, in bytes, without those to batches.
  private(set) var byteCount = 0
  /// The number of closed views that are kept until the reply that closes them is sent.
  private(set) var endedCount = 0
  /// The last update of each session that waits, with the number of replies that were added before it.
  private var updates: [ObjectIdentifier: (update: SessionUpdate, replyCount: Int)] = [:]
  /// The number of replies that were added since nothing waited.
  private var replyCount = 0
  /// How many of the replies that wait close a view of a name.
  private var closingCounts: [ExactString: Int] = [:]

  nonisolated init() {}

  var count: Int { entries.count - first }
  var isEmpty: Bool { count == 0 }

  /// Adds a reply after those that wait.
  ///
  /// - Parameter size: About how many bytes it counts.
  mutating func append(_ reply: Reply, to call: Call, size: Int) {
    entries.append(Entry(message: .reply(reply, to: call), size: size))
    byteCount += size
    replyCount += 1
    for subscription in reply.ended {
      endedCount += 1
      closingCounts[subscription.view.id, default: 0] += 1
    }
  }

  /// The update of a session that waits, added if there is none.
  ///
  /// - Parameter name: The name of a view that it is to mention as opened: an update that is sent before the reply that
  ///   closes an earlier view of that name cannot do so, and another one is added.
  mutating func update(of session: Session, opening name: ExactString?) -> SessionUpdate {
    if let update = waitingUpdate(of: session), name.map({ closingCounts[$0] == nil }) ?? true { return update }
    return addUpdate(of: session)
  }

  /// The update of a session that waits and is sent after all replies that do, added if there is none: what it mentions
  /// as closed has answered its calls before.
  mutating func lastUpdate(of session: Session) -> SessionUpdate {
    if let last = updates[ObjectIdentifier(session)], last.replyCount == replyCount { return last.update }
    return addUpdate(of: session)
  }

  /// The last update of a session that waits.
  func waitingUpdate(of session: Session) -> SessionUpdate? { updates[ObjectIdentifier(session)]?.update }

  private mutating func addUpdate(of session: Session) -> SessionUpdate {
    let update = SessionUpdate(of: session, after: waitingUpdate(of: session))
    updates[ObjectIdentifier(session)] = (update, replyCount)
    entries.append(Entry(message: .update(update), size: 0))
    return update
  }

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

  /// Forgets all.
  mutating func removeAll() {
    if !entries.isEmpty { entries.removeAll(keepingCapacity: entries.count < 1_000) }
    first = 0
    byteCount = 0
    endedCount = 0
    updates.removeAll()
    replyCount = 0
    closingCounts.removeAll()
  }

  /// Updates the counts for a message that was taken.
  private mutating func taken(_ message: Message) {
    switch message {
    case .update(let update):
      let session = ObjectIdentifier(update.session)
      if updates[session]?.update === update { updates[session] = nil }
    case .reply:
      for subscription in message.ended {
        endedCount -= 1
        let name = subscription.view.id
        closingCounts[name] = closingCounts[name].flatMap { $0 > 1 ? $0 - 1 : nil }
      }
    }
  }

  private mutating func compact() {
    entries.removeFirst(first)
    first = 0
  }
}
