import MainLoop

/// Numbers the commits of the process, and has each connection that can take them send its part.
///
/// A commit is made after each message and whenever the main queue has been drained: everything that changed since
/// the last, in all views, under one number on every connection that shows any of it. A connection whose client does
/// not read is left out; when it reads again it sends what changed since, with the number of the last commit.
@MainActor
final class Commits: TurnClient {
  /// The number of the last commit.
  private(set) var number = 0

  /// Whether something may have changed since the last commit.
  private(set) var mayHaveChanged = false
  /// The connections that have something to send.
  private var waiting: [Connection] = []
  /// The connections that are sending.
  private var sending: [Connection] = []
  /// The connections whose clients want to know which calls made a commit.
  private var tracing: [Connection] = []
  private var turnIsScheduled = false
  private let scheduler: any TurnScheduler
  private let encodingCache: EncodingCache

  init(scheduler: any TurnScheduler, encodingCache: EncodingCache) {
    self.scheduler = scheduler
    self.encodingCache = encodingCache
  }

  // MARK: - Connections

  /// Queues a connection to send at the end of the turn.
  func enqueue(_ connection: Connection) {
    waiting.append(connection)
    guard !turnIsScheduled else { return }
    turnIsScheduled = true
    scheduler.schedule(self)
  }

  /// Leaves a number out, for a state that no commit was made of.
  func advance() { number += 1 }

  /// Marks the process as changed since the last commit.
  func noteChange() { mayHaveChanged = true }

  /// Finds the causes of commits for a connection from now on.
  func trace(_ connection: Connection) { tracing.append(connection) }

  /// Removes a connection that has ended.
  func remove(_ connection: Connection) { tracing.removeAll { $0 === connection } }

  // MARK: - Causes

  /// Runs the first part of a call's work, so that what it changes, and what the work does later, can
  /// be told to be its doing: also that it ends the lifetime of its view.
  func run(_ call: Call, on view: View, _ body: () -> Void) {
    // Also where what it changes is known to have changed before, and nobody is notified again.
    noteChange()
    guard !tracing.isEmpty || view.mayExpire else { return body() }
    call.concerns(view)
    // A property is noticed at its first change only, until it is read again.
    for connection in tracing { connection.outbox.readChangesForCauses() }
    Call.$running.withValue(call, operation: body)
  }

  // MARK: - Turns

  /// Commits what the turn changed, and has the connections send it, then their replies.
  func turnEnded() {
    turnIsScheduled = false
    // Who ends a turn while one is being ended finds the rest done when that is over.
    guard sending.isEmpty else { return }
    // Reading a view's properties may change what others read; a few rounds settle what can settle.
    for _ in 1...4 where !waiting.isEmpty {
      // What sends is not added to while it does, and both keep their memory.
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
