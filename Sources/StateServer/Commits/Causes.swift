import JSON
import JSONRPC
import StateProtocol

/// The calls that have changed something since the last commit, for a client that wants to know.
@MainActor
struct Causes {
  /// How many a commit names: for a client that sleeps, commits are merged, and what made them may be more than is
  /// worth sending.
  private static let maximumCount = 1024
  /// How often views are read before a commit to find them.
  private static let maximumReads = 10_000

  private var calls: [CausingCall] = []
  private var known: Set<ObjectIdentifier> = []
  /// Kept, so that their identity is theirs.
  private var kept: [Call] = []
  private var readCount = 0

  nonisolated init() {}

  /// The calls that a commit names.
  var all: [CausingCall] { calls }

  /// Notes who has just changed something, if it is a call. What goes on after the reply, such as the
  /// watching of a store, is nobody's doing.
  ///
  /// - Parameter client: The connection whose client wants to know: ids and names of others mean nothing to it.
  mutating func note(_ call: Call?, for client: Connection) {
    guard let call, !call.isAnswered, calls.count < Causes.maximumCount,
      known.insert(ObjectIdentifier(call)).inserted
    else { return }
    kept.append(call)
    let isOwn = call.connection === client
    calls.append(
      CausingCall(id: isOwn ? call.id : nil, method: call.method, view: isOwn ? call.view?.id : nil))
  }

  /// Whether views may be read once more; counts it.
  mutating func mayRead(_ count: Int) -> Bool {
    guard readCount < Causes.maximumReads else { return false }
    readCount += count
    return true
  }

  /// Begins anew, for the next commit.
  mutating func removeAll() { self = Causes() }
}
