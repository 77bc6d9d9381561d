import StateProtocol

/// What waits for the next commit, or for a client that does not read, in order: replies, and what others did in
/// shared sessions.
@MainActor
struct Replies {
  /// What waits.
  @MainActor
  enum Message {
    case reply(Reply, to: Call)
    case news(SessionNews)

    /// What ends with it.
    fileprivate var ended: [Subscription] {
      switch self {
      case .reply(let reply, _): reply.ended
      case .news(let news): news.ended
      }
    }
  }

  private struct Entry {
    let message: Message
    /// About how many bytes it will take.
    let size: Int
  }

  /// How many bytes of errors a batch may have.
  private let limit: Int
  private var entries: [Entry] = []
  /// Those before have been taken: taking one by one moves no others.
  private var first = 0
  /// About how many bytes the replies will take.
  private(set) var byteCount = 0
  /// How many views are kept until it was said that they are closed.
  private(set) var endedCount = 0

  nonisolated init(limit: Int) { self.limit = limit }

  var count: Int { entries.count - first }
  var isEmpty: Bool { count == 0 }

  /// The last that was added, if it still waits.
  var last: Message? { isEmpty ? nil : entries.last?.message }

  /// Adds a reply behind those that wait.
  mutating func append(_ reply: Reply, to call: Call) {
    // What nobody asked for does not wait for a client that sleeps, unless it releases views.
    guard call.id != nil || !reply.ended.isEmpty else { return }
    if isTooMuch(reply) { return append(.failure(.tooLargeBatch), to: call, size: call.replySize) }
    append(reply, to: call, size: call.replySize + reply.failureSize)
  }

  /// Adds what others did.
  mutating func append(_ news: SessionNews) { entries.append(Entry(message: .news(news), size: 0)) }

  /// Notes that one more view is kept until it was said that it was closed unasked.
  mutating func noteEnded() { endedCount += 1 }

  /// Takes the first; there must be one.
  mutating func removeFirst() -> Message {
    guard count > 1 else {
      defer { removeAll() }
      return entries.removeLast().message
    }
    let entry = entries[first]
    byteCount -= entry.size
    endedCount -= entry.message.ended.count
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
  }

  /// Whether an error is one too many. Only within a batch do so many gather while the client reads.
  private func isTooMuch(_ reply: Reply) -> Bool {
    guard case .failure = reply else { return false }
    return byteCount > limit
  }

  private mutating func compact() {
    entries.removeFirst(first)
    first = 0
  }

  private mutating func append(_ reply: Reply, to call: Call, size: Int) {
    entries.append(Entry(message: .reply(reply, to: call), size: size))
    byteCount += size
    endedCount += reply.ended.count
  }
}

extension Failure {
  /// The reply to what would make the replies to a batch longer than a client may leave unread.
  static let tooLargeBatch = Failure(.overloaded(.unreadBytes), "The answers to the batch are too large.")
}
