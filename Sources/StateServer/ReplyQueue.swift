import JSONRPC

/// The answers that wait for the next commit, or for a client that does not read, in order.
@MainActor
struct ReplyQueue {
  typealias Entry = (call: Call, reply: Reply)

  private var entries: [Entry] = []
  /// Those before have been taken: taking one by one moves no others.
  private var first = 0
  /// About how many bytes the answers will take.
  private(set) var byteCount = 0
  /// How many views are kept until it was told that they are closed.
  private(set) var closedViewCount = 0

  nonisolated init() {}

  var count: Int { entries.count - first }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ reply: Reply, to call: Call) {
    entries.append((call, reply))
    byteCount += size(of: (call, reply))
    closedViewCount += reply.closedViews.count
  }

  mutating func removeFirst() -> Entry {
    let entry = entries[first]
    byteCount -= size(of: entry)
    closedViewCount -= entry.reply.closedViews.count
    first += 1
    if first == entries.count { removeAll() } else if first > 1_000, first > entries.count / 2 { compact() }
    return entry
  }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: entries.count < 1_000)
    first = 0
    byteCount = 0
    closedViewCount = 0
  }

  private mutating func compact() {
    entries.removeFirst(first)
    first = 0
  }

  private func size(of entry: Entry) -> Int {
    guard case .failure(let error) = entry.reply else { return entry.call.answerSize }
    return entry.call.answerSize + error.textSize
  }
}
