import StateProtocol

/// The calls that have made changes since the last commit, for a client that requests causes.
@MainActor
final class Causes {
  /// The largest number of calls that a commit names. While a client does not read, its commits are merged. A merged
  /// commit may have more causes than are worth sending.
  private static let maximumCount = 1024
  /// The largest number of times that views are read between two commits in order to find the causes.
  private static let maximumReads = 10_000

  /// The calls that a commit names.
  private(set) var calls: [CausingCall] = []
  private var known: Set<ObjectIdentifier> = []
  /// Keeps the calls alive, so that their object identifiers are not reused for other calls.
  private var kept: [Call] = []
  private var readCount = 0

  /// Adds the call that has just made a change, if there is such a call. Does nothing if the call was already answered:
  /// work that continues after the reply (for example, observing a store) is not a cause.
  ///
  /// - Parameter client: The outbox of the client that requests causes. If the call came from another connection, its
  ///   id and the name of its view are omitted.
  func add(_ call: Call?, for client: Outbox) {
    guard let call, !call.isAnswered, calls.count < Causes.maximumCount,
      known.insert(ObjectIdentifier(call)).inserted
    else { return }
    kept.append(call)
    let isOwn = call.connection.outbox === client
    calls.append(
      CausingCall(id: isOwn ? call.id : nil, method: call.method, view: isOwn ? call.view?.id : nil))
  }

  /// Returns whether `count` views may be read again. If they may, adds `count` to the number of reads.
  func mayRead(_ count: Int) -> Bool {
    guard readCount < Causes.maximumReads else { return false }
    readCount += count
    return true
  }

  /// Removes all causes, so that the next commit begins without any.
  func removeAll() { (calls, known, kept, readCount) = ([], [], [], 0) }
}
