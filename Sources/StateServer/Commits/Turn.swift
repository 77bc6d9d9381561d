import MainLoop
import StateProtocol

/// Numbers the commits of the process, and sends each commit on all connections whose clients read.
///
/// A commit is made after each message and whenever the main queue is empty. It contains the changes of all views since
/// the last commit. A commit has the same number on every connection that shows any of these views. A connection whose
/// client does not read is skipped. When the client reads again, the connection sends the changes since its last
/// commit, with the number of the latest commit.
///
/// Only this file stores that something has changed. The exception is `ShownProperty.isDirty`, which limits each
/// property to one notification until it is re-read.
///
/// The class is not final, because tests count the notifications in a subclass.
@MainActor
class Turn: TurnClient {
  /// The number of the last commit.
  private(set) var number = 0
  /// Whether something may have changed since the last commit.
  private var isAhead = false
  /// The outboxes with messages or changes to send. Each of them occurs once.
  private var waiting: [Outbox] = []
  /// Whether the outboxes of a round send.
  private var isSending = false
  /// The memory of the list of the outboxes that have sent in the last round, for the next list.
  private var spareList: [Outbox] = []
  /// The outboxes of the clients that request the causes of commits.
  var tracing: [Outbox] = []
  private let scheduler: any TurnScheduler
  /// The cache to encode values with.
  let encodingCache = EncodingCache()
  /// Checks the views whose calls were answered.
  let staleStateCheck: StaleStateCheck

  init(scheduler: any TurnScheduler, staleStateCheck: StaleStateCheck) {
    self.scheduler = scheduler
    self.staleStateCheck = staleStateCheck
  }

  // MARK: - Changes

  /// Called when a property of a subscription may have changed since it was last read.
  func changed(_ subscription: Subscription) {
    let outbox = subscription.outbox
    guard !outbox.isFrozen else { return }
    isAhead = true
    subscription.view.lastChange.isOutdated = true
    outbox.addRunningCause()
    outbox.stale.insert(subscription)
    add(outbox)
  }

  /// Called when a commit that contains the current state of a view is written for a subscription. The last commit of a
  /// frozen outbox contains an earlier state.
  func sent(_ subscription: Subscription, in commit: Int) {
    if !subscription.outbox.isFrozen { subscription.view.lastChange.sent(in: commit) }
  }

  /// Queues an outbox to send at the end of the turn.
  func add(_ outbox: Outbox) {
    guard !outbox.queueMark.isSet else { return }
    outbox.queueMark.isSet = true
    if waiting.isEmpty { scheduler.schedule(self) }
    waiting.append(outbox)
  }

  /// Begins a commit, without sending it, if something may have changed since the last one.
  ///
  /// - Returns: The number of the last commit.
  func commitWithoutSending() -> Int {
    if isAhead { number += 1 }
    return number
  }

  /// Begins a commit if `views` may have changed while no member showed them. Without the new commit, the reply to a
  /// join could contain states that differ from the states of the views in the last commit.
  func beginCommit(forJoining views: [View]) {
    for view in views where view.subscriptions.isEmpty { view.lastChange.isOutdated = true }
    guard views.contains(where: \.lastChange.isOutdated) else { return }
    number += 1
    for view in views { view.lastChange.sent(in: number) }
  }

  // MARK: - Causes

  /// Prepares to find the changes that a call of a view makes. Call this method before the call's work begins.
  ///
  /// For clients that request causes, this method re-reads the dirty properties. A property that stayed dirty would not
  /// report the changes of the call.
  ///
  /// - Throws: A failure if reading a property has ended the lifetime of the view.
  func prepareCauses(ofCallOf view: View) throws(Failure) {
    for outbox in tracing { outbox.readChangesForCauses() }
    guard view.ending == nil else { throw .cancelled(.viewClosed) }
  }

  /// Runs the first part of a call's work. The call counts as the cause of all changes that its work makes, also in
  /// later parts. The end of the view's lifetime is such a change.
  func run(_ call: Call, on view: View, _ body: () -> Void) {
    // Set here, because a property that is already dirty does not report a further change.
    isAhead = true
    guard !tracing.isEmpty || view.mayExpire else { return body() }
    call.view = view
    Call.$running.withValue(call, operation: body)
  }

  // MARK: - Commits

  /// Commits the changes of the turn. Each connection sends them, and then its replies.
  func turnEnded() {
    // If this is a nested call, the outer call sends the rest.
    guard !isSending else { return }
    isSending = true
    defer { isSending = false }
    // Reading the properties of one view may change the properties of another. A few rounds are nearly always enough.
    // If views still change each other, they continue in the next turn, so that input is handled in between.
    for _ in 1...4 {
      guard !waiting.isEmpty else { return }
      // Outboxes that are queued during this round wait for the next one. The swaps let both arrays keep their memory.
      var sending: [Outbox] = []
      swap(&sending, &spareList)
      swap(&sending, &waiting)
      commit(sending)
      sending.removeAll(keepingCapacity: true)
      swap(&sending, &spareList)
    }
    if !waiting.isEmpty { scheduler.scheduleNextTurn(self) }
  }

  private func commit(_ sending: [Outbox]) {
    encodingCache.beginCommit()
    defer { encodingCache.endCommit() }
    let wasAhead = isAhead
    isAhead = false
    var hasChanges = false
    for outbox in sending {
      outbox.queueMark.isSet = false
      if outbox.refresh() { hasChanges = true }
    }
    if !hasChanges {
      isAhead = isAhead || wasAhead
    } else if wasAhead {
      number += 1
    }
    for outbox in sending { outbox.send() }
    staleStateCheck.run()
  }
}

/// A flag that only the turn changes.
struct Mark {
  fileprivate var isSet = false
}

/// The last commit that contains a change of a view.
struct LastChange {
  /// The number of the commit. The opening of the view counts as a change.
  private(set) var commit: Int
  /// Whether the view may have changed since that commit.
  fileprivate var isOutdated = false

  init(in commit: Int) { self.commit = commit }

  /// Records that `commit` contains the current state. Does nothing if an earlier commit already contained it.
  fileprivate mutating func sent(in commit: Int) {
    guard isOutdated else { return }
    isOutdated = false
    self.commit = commit
  }
}

/// The subscriptions of one outbox that may have changed since they were last read. Each of them occurs once.
@MainActor
struct StaleSubscriptions {
  private(set) var all: [Subscription] = []

  nonisolated init() {}

  fileprivate mutating func insert(_ subscription: Subscription) {
    guard !subscription.staleMark.isSet else { return }
    subscription.staleMark.isSet = true
    all.append(subscription)
  }

  /// Moves the subscriptions to `list`, which must be empty, and continues with the memory of `list`.
  mutating func move(to list: inout [Subscription]) {
    swap(&all, &list)
    for subscription in list { subscription.staleMark.isSet = false }
  }

  /// Removes all subscriptions.
  mutating func removeAll() { all = [] }
}
