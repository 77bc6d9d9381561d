import JSONRPC
import MainLoop
import StateProtocol

/// Numbers the commits of the process, and sends each on all connections whose clients read.
///
/// A commit is made after each message and whenever the main queue is empty. It contains the changes of all views since
/// the last commit, under one number on every connection that shows any of these views. A connection whose client does
/// not read is skipped. When the client reads again, the connection sends the changes since its last commit, with the
/// number of the latest commit.
@MainActor
final class Commits: TurnClient {
  /// The number of the last commit.
  private(set) var number = 0

  /// Whether something may have changed since the last commit.
  private(set) var mayHaveChanged = false
  /// The connections with messages or changes to send.
  private var waiting: [Connection] = []
  /// The connections that are sending.
  private var sending: [Connection] = []
  /// The connections whose clients request the causes of commits.
  private var tracing: [Connection] = []
  private var turnIsScheduled = false
  private let scheduler: any TurnScheduler
  private let encodingCache: EncodingCache

  init(scheduler: any TurnScheduler, encodingCache: EncodingCache) {
    self.scheduler = scheduler
    self.encodingCache = encodingCache
  }

  // MARK: - Connections

  /// Queues a connection, which sends at the end of the turn.
  func enqueue(_ connection: Connection) {
    waiting.append(connection)
    guard !turnIsScheduled else { return }
    turnIsScheduled = true
    scheduler.schedule(self)
  }

  /// Skips a number, for a state that was not sent as a commit.
  func advance() { number += 1 }

  /// Marks a change since the last commit.
  func markChanged() { mayHaveChanged = true }

  /// Begins to collect the causes of commits for a connection.
  func trace(_ connection: Connection) { tracing.append(connection) }

  /// Removes a connection that has ended.
  func remove(_ connection: Connection) { tracing.removeAll { $0 === connection } }

  // MARK: - Causes

  /// Prepares for the changes of a call of a view, before its work begins.
  ///
  /// For connections whose clients request causes, it reads the dirty properties, so that they report the changes of
  /// the call.
  ///
  /// - Throws: A failure if a getter has ended the lifetime of the view.
  func prepareCauses(ofCallOf view: View) throws(Failure) {
    for connection in tracing { connection.outbox.readChangesForCauses() }
    guard view.ending == nil else { throw .cancelled(.viewClosed) }
  }

  /// Runs the first part of a call's work. The call counts as the cause of all changes by its work, also by later
  /// parts. They include the end of the view's lifetime.
  func run(_ call: Call, on view: View, _ body: () -> Void) {
    // A property that is already dirty does not report a further change.
    markChanged()
    guard !tracing.isEmpty || view.mayExpire else { return body() }
    call.setView(view)
    Call.$running.withValue(call, operation: body)
  }

  // MARK: - Turns

  /// Commits the changes of the turn. Each connection sends them, and then its replies.
  func turnEnded() {
    turnIsScheduled = false
    // In a nested call: the outer one sends the rest.
    guard sending.isEmpty else { return }
    // Reading the properties of one view may change those of another. A few rounds are enough, unless views change each
    // other for ever.
    for _ in 1...4 where !waiting.isEmpty {
      // Connections that are queued meanwhile wait for the next round. Both arrays keep their memory.
      swap(&sending, &waiting)
      sendAll()
      sending.removeAll(keepingCapacity: true)
    }
  }

  private func sendAll() {
    encodingCache.beginCommit()
    defer { encodingCache.endCommit() }
    let couldHaveChanged = mayHaveChanged
    mayHaveChanged = false
    let next = couldHaveChanged ? number + 1 : number
    var isCommit = false
    for connection in sending where connection.refresh() { isCommit = true }
    if isCommit { number = next } else { mayHaveChanged = mayHaveChanged || couldHaveChanged }
    for connection in sending { connection.send() }
  }
}
