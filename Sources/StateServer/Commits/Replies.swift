import StateProtocol

/// The replies that wait for the next commit, or for a client that does not read, in order.
@MainActor
struct Replies {
  private struct Entry {
    let call: Call
    let reply: Reply
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

  /// Adds a reply behind those that wait.
  mutating func append(_ reply: Reply, to call: Call) {
    // What nobody asked for does not wait for a client that sleeps, unless it releases views.
    guard call.id != nil || !reply.ended.isEmpty else { return }
    if isTooMuch(reply) { return append(.failure(.tooLargeBatch), to: call, size: call.replySize) }
    append(reply, to: call, size: call.replySize + reply.failureSize)
  }

  /// Takes the first; there must be one.
  mutating func removeFirst() -> (call: Call, reply: Reply) {
    let entry = entries[first]
    byteCount -= entry.size
    endedCount -= entry.reply.ended.count
    first += 1
    if first == entries.count { removeAll() } else if first > 1_000, first > entries.count / 2 { compact() }
    return (entry.call, entry.reply)
  }

  /// Forgets all.
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: entries.count < 1_000)
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
    entries.append(Entry(call: call, reply: reply, size: size))
    byteCount += size
    endedCount += reply.ended.count
  }
}

extension Failure {
  /// The reply to what would make the replies to a batch longer than a client may leave unread.
  static let tooLargeBatch = Failure(.overloaded(.unreadBytes), "The answers to the batch are too large.")
}
