import JSON
import Logging
import MainLoop
import StateProtocol

/// The output queue of one connection. It sends the changes of the views that the connection shows, and then the
/// replies.
///
/// While the client does not read, changes and replies wait. Dirty views are re-read only when the client reads again.
/// So at most one change of each view waits, however long the client does not read.
@MainActor
final class Outbox {
  /// The largest capacity, in bytes, of a buffer that is kept for the next message.
  private static let maximumSpare = 1 << 20

  /// The turn that sends the messages.
  let turn: Turn
  /// The views that the connection shows.
  let views: OpenViews
  private let transport: any Transport
  private let limits: ServerLimits
  /// Called with the size of the unread replies, in bytes, if they exceed their limit.
  var overflowed: @MainActor (Int) -> Void = { _ in }
  private var replies = Replies()
  /// The size of the replies to incomplete batches, in bytes.
  private var batchByteCount = 0
  /// The number of views that are closed, but kept because the reply to the call that closed them waits in an
  /// incomplete batch.
  private var batchEndedCount = 0

  /// Whether the client receives what was added to texts that grow, instead of the whole texts.
  var appends = false
  /// The framing of the messages to the client.
  var framing = Framing.ndjson
  /// Whether the outbox is queued to send at the end of the turn. Only the turn changes it.
  var queueMark = Mark()
  /// The subscriptions that may have changed since the last commit. Only the turn adds one.
  var stale = StaleSubscriptions()
  /// The subscriptions that have changed, in the order in which the views were opened.
  private var changed: [Subscription] = []
  /// The calls that made the changes, if the client requests causes.
  private var causes: Causes?
  /// The number of the last commit before the connection ended; nil until then.
  private var finalCommit: Int?
  /// A buffer for messages, kept to avoid an allocation for each message.
  private var spare = JSONWriter()

  init(transport: any Transport, turn: Turn, views: OpenViews, limits: ServerLimits) {
    self.transport = transport
    self.turn = turn
    self.views = views
    self.limits = limits
  }

  // MARK: - Client

  /// From now on, each commit includes the calls that caused it.
  func traceCauses() {
    causes = Causes()
    turn.tracing = turn.tracing + [self]
  }

  // MARK: - Replies

  /// Adds a reply, to be sent after the next commit.
  func append(_ reply: Reply, to call: Call) {
    // The client gets no reply to a notification. So a reply without an id is queued only if it ends subscriptions.
    guard call.id != nil || !reply.ended.isEmpty else { return }
    turn.add(self)
    let size = call.replySize + reply.textSize(inBatch: call.batch != nil)
    guard let batch = call.batch, call.id != nil else { return replies.append(reply, to: call, size: size) }
    batch.size += size
    batchByteCount += size
    replies.append(reply, to: call, size: 0)
  }

  /// Whether the replies to incomplete batches exceed the limit of unread bytes. If they do, a batch takes no more
  /// calls.
  var isBatchFull: Bool { batchByteCount > limits.unreadBytes }

  /// The number of views that are closed, but kept until the reply to the call that closed them is sent.
  var endedCount: Int { replies.endedCount + batchEndedCount }

  // MARK: - Views

  /// Subscribes the client to a view that it does not show yet.
  func show(_ view: View, delivery: Delivery) -> Subscription {
    let subscription = view.subscribe(self, delivery: delivery)
    views.add(subscription)
    return subscription
  }

  /// Removes a view and frees its name on this connection.
  ///
  /// - Returns: The subscription to the view; nil if the connection did not show the view. The caller ends the
  ///   subscription when the closing has been sent.
  func hide(_ view: View) -> Subscription? {
    guard let subscription = views.remove(view) else { return nil }
    if !subscription.isShown { replies.waitingUpdate(of: view.session)?.removeOpened(subscription) }
    return subscription
  }

  /// Removes a view that another connection or the server has closed, and adds the closed view to an update of its
  /// session. The update is sent after the replies to the view's calls. If the client has not received the view yet, no
  /// message mentions the view.
  func closed(_ view: View) {
    guard !isFrozen, let subscription = hide(view) else { return }
    guard subscription.isShown else { return subscription.end() }
    turn.add(self)
    replies.updateForClosing(of: view.session).closed.append(subscription)
  }

  /// The update of `session`, to be sent after the next commit and the replies in the queue.
  func update(of session: Session) -> SessionUpdate {
    turn.add(self)
    return replies.update(of: session)
  }

  // MARK: - Changes

  /// Adds the call that is running as a cause of the next commit, if the client requests causes.
  func addRunningCause() { causes?.add(Call.running, for: self) }

  /// Re-reads the dirty properties of the subscriptions, so that the properties report the next changes.
  func readChangesForCauses() {
    guard !stale.all.isEmpty, causes?.mayRead(stale.all.count) ?? false else { return }
    for subscription in stale.all { _ = subscription.refresh() }
  }

  // MARK: - Sending

  /// The commit number that messages contain: the number of the last commit or, if the connection has ended, of the
  /// last commit before its end.
  private var commit: Int { finalCommit ?? turn.number }

  /// Whether the states that this connection sends no longer change.
  var isFrozen: Bool { finalCommit != nil }

  /// From now on, messages contain the same commit number, because the states that this connection sends no longer
  /// change. If there are changes that were not sent to any client yet, the commit number is increased first.
  func freeze() {
    finalCommit = turn.commitWithoutSending()
    turn.tracing = turn.tracing.filter { $0 !== self }
  }

  /// Whether messages can be sent now, because the client reads.
  var canSend: Bool { !transport.isOutputBlocked }

  /// If the unread replies, or the replies to incomplete batches, exceed their limit, this is their size in bytes.
  /// Otherwise nil.
  ///
  /// Bytes in the transport do not count, because no messages are added to the transport until these bytes are written.
  private var excess: Int? {
    if !canSend, replies.byteCount > limits.unreadBytes { return replies.byteCount }
    return batchByteCount / 2 > limits.unreadBytes ? batchByteCount : nil
  }

  /// If the client reads, re-reads the views that may have changed.
  ///
  /// - Returns: Whether a view has changed.
  func refresh() -> Bool {
    if let excess { overflowed(excess) }
    guard canSend, !stale.all.isEmpty else { return false }
    // The list is taken out, because reading properties may make other subscriptions stale.
    var subscriptions: [Subscription] = []
    swap(&subscriptions, &changed)
    Outbox.empty(&subscriptions)
    stale.move(to: &subscriptions)
    // Subscriptions become stale in any order, but clients receive views in the order in which they were opened.
    if subscriptions.count > 1 { subscriptions.sort { $0.view.number < $1.view.number } }
    subscriptions.removeAll { !$0.refresh() }
    swap(&subscriptions, &changed)
    return !changed.isEmpty
  }

  /// Sends the changes that ``refresh()`` has found, and then the replies. Stops when the client does not read.
  func send() {
    guard canSend else { return }
    sendChanges()
    sendReplies()
    // Messages that were queued while others were sent follow in the next round.
    if canSend, !replies.isEmpty || !stale.all.isEmpty { turn.add(self) }
  }

  /// Discards all messages, because the client can no longer receive them.
  func discard() {
    stale.removeAll()
    changed = []
    causes?.removeAll()
    while let message = replies.popFirst() { message.settle(at: nil) }
  }

  private func sendChanges() {
    defer { causes?.removeAll() }
    var changed: [Subscription] = []
    swap(&changed, &self.changed)
    defer {
      Outbox.empty(&changed)
      swap(&changed, &self.changed)
    }
    // A view may have closed since it was read.
    guard changed.contains(where: \.hasUnsentChanges) else { return }
    let commit = commit
    write { writer in
      let calls = causes?.calls ?? []
      writer.request(
        NotificationMethod.stateChanged.rawValue, id: nil,
        params: StateChanged(
          commit: commit, cause: calls.isEmpty ? nil : calls, views: ChangedViews(all: changed, commit: commit)))
    }
  }

  /// Empties a list. Keeps the memory of the list unless the list is large.
  private static func empty(_ list: inout [Subscription]) {
    if !list.isEmpty { list.removeAll(keepingCapacity: list.count < 1_000) }
  }

  private func sendReplies() {
    // Sends only the replies that are queued now. The changes that precede later replies were not sent yet.
    for _ in 0..<replies.count {
      guard canSend, let message = replies.popFirst() else { return }
      message.settle(at: commit)
      switch message {
      case .reply(let reply, let call): send(reply, to: call)
      case .update(let update) where update.isSuperseded: break
      case .update(let update): write { update.write(commit: commit, to: &$0) }
      }
    }
  }

  private func send(_ reply: Reply, to call: Call) {
    guard let id = call.id else { return }
    if let batch = call.batch {
      batchEndedCount += reply.ended.count
      guard let answers = batch.add(reply, to: call) else { return }
      batchEndedCount -= answers.reduce(0) { $0 + $1.reply.ended.count }
      batchByteCount -= batch.size
      write(reserving: batch.size) {
        Batch.write(answers, among: views, commit: commit, limit: limits.unreadBytes, to: &$0)
      }
    } else {
      let reply = reply.sendable
      write { reply.write(to: id, commit: commit, with: &$0) }
    }
  }

  /// Sends a message that `body` writes. The spare buffer is taken out while it is in use, because `body` may run code
  /// of the app's author.
  ///
  /// - Parameter size: The expected size of a large message, in bytes; 0 for other messages.
  private func write(reserving size: Int = 0, _ body: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    swap(&writer, &spare)
    writer.removeAll()
    if size > 0 { writer.reserve(size) }
    body(&writer)
    let framing = framing
    transport.send { framing.append(taking: &writer.bytes, to: &$0) }
    if writer.bytes.capacity <= Outbox.maximumSpare { swap(&writer, &spare) }
  }
}

/// The changes of all views in one message. Writing the changes marks them as sent with `commit`.
@MainActor
private struct ChangedViews: JSONEncodable {
  let all: [Subscription]
  let commit: Int

  func encode(to writer: inout JSONWriter) {
    writer.array { writer in
      for subscription in all where subscription.hasUnsentChanges {
        subscription.outbox.turn.sent(subscription, in: commit)
        subscription.writeChanges(commit: commit, to: &writer)
      }
    }
  }
}
