import JSON
import JSONRPC
import StateProtocol

/// The calls that have made changes since the last commit, for a client that requests causes.
@MainActor
struct Causes {
  /// The largest number of calls that a commit names. While a client does not read, commits are merged, and may have
  /// more causes than are worth sending.
  private static let maximumCount = 1024
  /// The largest number of reads of views before a commit to find the causes.
  private static let maximumReads = 10_000

  private var calls: [CausingCall] = []
  private var known: Set<ObjectIdentifier> = []
  /// Retains the calls, so that no other call gets the identifier of one of them.
  private var kept: [Call] = []
  private var readCount = 0

  nonisolated init() {}

  /// The calls that a commit names.
  var all: [CausingCall] { calls }

  /// Adds the call that has just made a change, if there is one. Work that continues after the reply, such as observing
  /// a store, is not a cause.
  ///
  /// - Parameter client: The connection whose client requests causes. The ids and view names of other
  ///   connections are omitted.
  mutating func add(_ call: Call?, for client: Connection) {
    guard let call, !call.isAnswered, calls.count < Causes.maximumCount,
      known.insert(ObjectIdentifier(call)).inserted
    else { return }
    kept.append(call)
    let isOwn = call.connection === client
    calls.append(
      CausingCall(id: isOwn ? call.id : nil, method: call.method, view: isOwn ? call.view?.id : nil))
  }

  /// Returns whether a number of views may be read again, and counts the reads.
  mutating func mayRead(_ count: Int) -> Bool {
    guard readCount < Causes.maximumReads else { return false }
    readCount += count
    return true
  }

  /// Removes all causes, for the next commit.
  mutating func removeAll() { self = Causes() }
}
