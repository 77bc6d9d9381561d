import MainLoop
import StateProtocol

/// Numbers the commits of the process, and sends each commit on all connections whose clients read.
///
/// A commit is made after each message and whenever the main queue is empty. It contains the changes of all views since
/// the last commit. A commit has the same number on every connection that shows any of these views. A connection whose
/// client does not read is skipped. When the client reads again, the connection sends the changes since its last
/// commit, with the number of the latest commit.
@MainActor
final class Commits: TurnClient {
  /// The number of the last commit.
  private(set) var number = 0

  /// Whether something may have changed since the last commit.
  var mayHaveChanged = false
  /// The connections with messages or changes to send.
  private var waiting: [Connection] = []
  /// The connections that send in the current round.
  private var sending: [Connection] = []
  /// The connections whose clients request the causes of commits.
  private var tracing: [Connection] = []
  private var turnIsScheduled = false
  private let scheduler: any TurnScheduler
  private let encodingCache: EncodingCache
  /// Checks the views whose calls were answered.
  let staleStateCheck: StaleStateCheck

  init(scheduler: any TurnScheduler, encodingCache: EncodingCache, staleStateCheck: StaleStateCheck) {
    self.scheduler = scheduler
    self.encodingCache = encodingCache
    self.staleStateCheck = staleStateCheck
  }

  // MARK: - Connections

  /// Queues a connection to send at the end of the turn.
  func enqueue(_ connection: Connection) {
    waiting.append(connection)
    guard !turnIsScheduled else { return }
    turnIsScheduled = true
    scheduler.schedule(self)
  }

  /// Increases the number without sending a commit, for states that no commit has contained.
  func advance() { number += 1 }

  /// Begins to collect the causes of commits for a connection.
  func trace(_ connection: Connection) { tracing.append(connection) }

  /// Removes a connection that has ended.
  func remove(_ connection: Connection) { tracing.removeAll { $0 === connection } }

  // MARK: - Causes

  /// Prepares to find the changes that a call of a view makes. Call this method before the call's work begins.
  ///
  /// For connections whose clients request causes, this method re-reads the dirty properties. A property that stayed
  /// dirty would not report the changes of the call.
  ///
  /// - Throws: A failure if reading a property has ended the lifetime of the view.
  func prepareCauses(ofCallOf view: View) throws(Failure) {
    for connection in tracing { connection.outbox.readChangesForCauses() }
    guard view.ending == nil else { throw .cancelled(.viewClosed) }
  }

  /// Runs the first part of a call's work. The call counts as the cause of all changes that its work makes, also in
  /// later parts. The end of the view's lifetime is such a change.
  func run(_ call: Call, on view: View, _ body: () -> Void) {
    // Marked here, because a property that is already dirty does not report a further change.
    mayHaveChanged = true
    guard !tracing.isEmpty || view.mayExpire else { return body() }
    call.view = view
    Call.$running.withValue(call, operation: body)
  }

  // MARK: - Turns

  /// Commits the changes of the turn. Each connection sends them, and then its replies.
  func turnEnded() {
    turnIsScheduled = false
    // If this is a nested call, the outer call sends the rest.
    guard sending.isEmpty else { return }
    // Reading the properties of one view may change the properties of another. A few rounds are nearly always enough.
    // If views still change each other, they continue in the next turn, so that input is handled in between.
    for _ in 1...4 where !waiting.isEmpty {
      // Connections that are queued during this round wait for the next one. The swap lets both arrays keep their
      // memory.
      swap(&sending, &waiting)
      sendAll()
      sending.removeAll(keepingCapacity: true)
    }
    if !waiting.isEmpty { scheduler.scheduleNextTurn(self) }
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
    staleStateCheck.run()
  }
}
