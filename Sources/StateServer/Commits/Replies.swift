import StateProtocol

/// The queued replies and session updates, in the order in which they are sent. They wait until the next commit is made
/// and the client reads.
@MainActor
struct Replies {
  /// A message in the queue.
  enum Message {
    case reply(Reply, to: Call)
    case update(SessionUpdate)
  }

  private struct Entry {
    let message: Message
    /// The size that the message adds to `byteCount`, in bytes.
    let size: Int
  }

  private var entries: [Entry] = []
  /// The index of the first message in `entries`. The entries before it were already removed from the queue. They stay
  /// in the array, so that removing a message does not move the others.
  private var first = 0
  /// The size of the replies in the queue, in bytes. Replies that belong to batches do not count.
  private(set) var byteCount = 0
  /// The number of views that are closed, but kept until the reply to the call that closed them is sent.
  private(set) var endedCount = 0
  /// The last queued update of each session.
  private var updates: [ObjectIdentifier: SessionUpdate] = [:]
  /// The sessions whose last update takes further changes. After a reply or a closed view, an update that was queued
  /// before takes no more changes. Otherwise, it could open a view before the client knows that an earlier view with the
  /// same name, in another session, is closed.
  private var extensible: Set<ObjectIdentifier> = []

  nonisolated init() {}

  var count: Int { entries.count - first }
  var isEmpty: Bool { count == 0 }

  /// Adds a reply.
  ///
  /// - Parameter size: The approximate size to add to `byteCount`, in bytes.
  mutating func append(_ reply: Reply, to call: Call, size: Int) {
    entries.append(Entry(message: .reply(reply, to: call), size: size))
    byteCount += size
    if !extensible.isEmpty { extensible = [] }
    endedCount += reply.ended.count
  }

  /// The update of `session`, to be sent after all replies in the queue.
  ///
  /// The reply that closes a view must be sent before an update that opens another view with the same name. The replies
  /// to the calls of a view must be sent before an update that closes that view.
  mutating func update(of session: Session) -> SessionUpdate {
    let last = updates[ObjectIdentifier(session)]
    if let last, extensible.contains(ObjectIdentifier(session)) { return last }
    let update = SessionUpdate(of: session, after: last)
    updates[ObjectIdentifier(session)] = update
    extensible.insert(ObjectIdentifier(session))
    entries.append(Entry(message: .update(update), size: 0))
    return update
  }

  /// The update of `session` to which a closed view can be added. The update is sent after all messages in the queue,
  /// and before later updates of other sessions.
  mutating func updateForClosing(of session: Session) -> SessionUpdate {
    extensible.formIntersection([ObjectIdentifier(session)])
    return update(of: session)
  }

  /// The last update of `session` in the queue.
  func waitingUpdate(of session: Session) -> SessionUpdate? { updates[ObjectIdentifier(session)] }

  /// Removes and returns the first message; nil if there is none.
  mutating func popFirst() -> Message? {
    guard count > 1 else {
      defer { removeAll() }
      return entries.popLast()?.message
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
    extensible.removeAll()
  }

  /// Updates `updates` and `endedCount` for a message that was removed.
  private mutating func taken(_ message: Message) {
    switch message {
    case .update(let update):
      let session = ObjectIdentifier(update.session)
      if updates[session] === update { updates[session] = nil }
    case .reply(let reply, _): endedCount -= reply.ended.count
    }
  }

  private mutating func compact() {
    entries.removeFirst(first)
    first = 0
  }
}

extension Replies.Message {
  /// Ends the subscriptions that end with the message, and records a reply to a call that has a record in a shared
  /// session. If the message is not sent, a batch that waits for it is never answered, so it is discarded.
  ///
  /// - Parameter commit: The number of the commit that the message contains; nil if the message is not sent.
  @MainActor
  func settle(at commit: Int?) {
    switch self {
    case .reply(let reply, let call):
      for subscription in reply.ended { subscription.end() }
      if let record = call.record, let kept = KeptReply(reply, commit: commit) { record.settle(kept) }
      if commit == nil { call.batch?.discard() }
    case .update(let update): for subscription in update.closed { subscription.end() }
    }
  }
}
