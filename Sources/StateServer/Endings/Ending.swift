import StateProtocol

/// The reason for the end of views, of their session, or of calls.
@MainActor
enum End {
  /// A call closes the views, or their session. The call is answered when the work has ended.
  case closed(by: Call, CancellationReason)
  /// The session no longer has members, or the connection of the calls stops. If a client has not read all replies yet,
  /// the replies that wait contain the last states of the views.
  case shutdown
  /// The lifetime of the view is over, or the reply that opens the view was refused. The view is left before its work
  /// has ended.
  case expired

  /// The connection that closes the views. Its reply says that they are closed.
  var closer: Connection? { if case .closed(let call, _) = self { call.connection } else { nil } }

  /// The reason that the replies to the cancelled calls contain.
  var reason: CancellationReason {
    switch self {
    case .closed(_, let reason): reason
    case .shutdown: .shutdown
    case .expired: .viewClosed
    }
  }

  fileprivate var leavesFirst: Bool { if case .expired = self { true } else { false } }
}

/// An operation that ends views, their session, or calls. Every end consists of the same steps, which are in
/// ``init(of:in:cancelling:sparing:_:awaitedBy:among:then:)``.
@MainActor
final class Ending {
  /// The connections whose ends wait for this ending. At a socket, the end of the process waits for every ending.
  var waiters: [Connection]
  private let deadline: Deadline
  /// The earlier endings of the views that this ending waits for.
  private var earlier: [Ending] = []
  private var task: Task<Void, Never>?

  /// Closes views and a session, cancels their work, waits for it until the close timeout is over, leaves the views and
  /// the session, and answers the call that closes them. If the views have expired, they are left before the wait.
  ///
  /// - Parameters:
  ///   - views: The views. If another ending already ends one of them, this ending waits for the other ending.
  ///   - session: The session of the views, if it ends with them.
  ///   - calls: Further calls to cancel.
  ///   - spared: A call to wait for without cancelling it.
  ///   - end: The reason. It determines the order of the steps and the replies to the calls.
  ///   - waiters: The connections whose ends wait for this ending.
  ///   - endings: The endings of the process, which contain this one until it is over.
  ///   - hasLeft: Called when the session has ended, before the call is answered.
  @discardableResult
  init(
    of views: [View] = [], in session: Session? = nil, cancelling calls: [Call] = [], sparing spared: Call? = nil,
    _ end: End, awaitedBy waiters: [Connection], among endings: Endings,
    then hasLeft: @escaping @MainActor () -> Void = {}
  ) {
    self.waiters = waiters
    deadline = Deadline(after: endings.timeout)
    endings.add(self)
    if case .closed(let call, _) = end { call.connection.calls.hold(call, waitingFor: self) }

    earlier = views.compactMap(\.ending)
    let views = views.filter { $0.ending == nil }
    session?.close(self)
    for view in views { view.close(self) }

    // All work is cancelled before any is awaited.
    let work = Work(of: views, and: calls, sparing: spared)
    work.cancel(end.reason)
    if end.leavesFirst {
      work.settle()
      leave()
    }
    task = Task.immediate { [self] in
      await work.ended(by: deadline)
      for ending in earlier { await ending.completion }
      if !end.leavesFirst { leave() }
      (earlier, self.waiters) = ([], [])
      endings.remove(self)
    }

    func leave() {
      let subscriptions = views.compactMap { $0.leave(end) }
      session?.leave(end)
      hasLeft()
      if case .closed(let call, _) = end { call.answer(.closed(subscriptions)) }
    }
  }

  /// Waits until the ending is over.
  var completion: Void {
    get async { await task?.value }
  }

  /// Stops waiting for the work. The endings that this ending waits for also stop waiting.
  func stopWaiting() {
    deadline.pass()
    for ending in earlier { ending.stopWaiting() }
  }
}

/// The endings in progress of a process.
@MainActor
final class Endings {
  /// The time for which each ending waits for cancelled work.
  let timeout: Duration

  private var inProgress: [ObjectIdentifier: Ending] = [:]
  /// Called when the last ending has ended.
  private let emptied: @MainActor () -> Void

  init(timeout: Duration, emptied: @escaping @MainActor () -> Void) {
    self.timeout = timeout
    self.emptied = emptied
  }

  var isEmpty: Bool { inProgress.isEmpty }

  /// Waits until no ending is in progress.
  var completion: Void {
    get async { while let ending = inProgress.first?.value { await ending.completion } }
  }

  /// The endings that the end of a connection waits for.
  func awaited(by connection: Connection) -> [Ending] {
    inProgress.values.filter { $0.waiters.contains { $0 === connection } }
  }

  fileprivate func add(_ ending: Ending) { inProgress[ObjectIdentifier(ending)] = ending }

  fileprivate func remove(_ ending: Ending) {
    inProgress[ObjectIdentifier(ending)] = nil
    if isEmpty { emptied() }
  }
}
