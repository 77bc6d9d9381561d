import JSON
import JSONRPC
import Logging
import MainLoop
import StateProtocol

/// What one connection has to send: changes of the views it shows, then replies.
///
/// While the client does not read, both wait: views stay dirty and are read when it does, so that
/// what is unsent costs one change a view at most, however long it takes.
@MainActor
final class Outbox {
  private let transport: any Transport
  private let commits: Commits
  private let limits: ServerLimits
  private var replies: Replies

  /// The framing that the client is addressed in.
  private var framing = Framing.ndjson
  /// The subscriptions that may have changed since the last commit, each once.
  private var dirty: [Subscription] = []
  /// Those that have, in the order in which the views were opened.
  private var changed: [Subscription] = []
  /// Who made the changes, where the client wants to know.
  private var causes: Causes?
  /// Memory to write in.
  private var spare = JSONWriter()
  /// Memory to list subscriptions in.
  private var spareList: [Subscription] = []

  init(transport: any Transport, commits: Commits, limits: ServerLimits) {
    self.transport = transport
    self.commits = commits
    self.limits = limits
    replies = Replies(limit: limits.unreadBytes)
  }

  // MARK: - What the client wants

  /// Addresses the client in the framing that it uses, once that is known.
  func use(_ framing: Framing?) { self.framing = framing ?? .ndjson }

  /// Names the calls behind each commit.
  func traceCauses() { causes = Causes() }

  // MARK: - Replies

  /// Adds a reply, to be sent behind the next commit.
  func append(_ reply: Reply, to call: Call) { replies.append(reply, to: call) }

  /// How many views are kept until it was said that they are closed.
  var endedCount: Int { replies.endedCount }

  /// Adds what others did in a session.
  func append(_ news: SessionNews) { replies.append(news) }

  /// What is sent of a session, if that is the last that waits.
  func lastNews(of session: Session) -> SessionNews? {
    if case .news(let last) = replies.last, last.session === session { last } else { nil }
  }

  /// Notes that one more view is kept until it was said that it was closed unasked.
  func noteEnded() { replies.noteEnded() }

  // MARK: - Changes

  /// Notes that a subscription of a connection may have changed, and whose doing that is.
  func note(_ subscription: Subscription, of peer: Peer) {
    if causes != nil { causes?.note(Call.running, for: peer) }
    if subscription.queue() { dirty.append(subscription) }
  }

  /// Reads what has changed so far, so that what changes next is noticed.
  func readChangesForCauses() {
    guard !dirty.isEmpty, causes?.mayRead(dirty.count) ?? false else { return }
    for subscription in dirty { _ = subscription.refresh() }
  }

  // MARK: - Sending

  /// Whether the client reads.
  var canSend: Bool { !transport.isOutputBlocked }

  /// How much a client that does not read has left waiting, if that is too much; nil if it is not.
  ///
  /// What is on its way does not count: while it is, nothing follows but what waits here.
  var excess: Int? { replies.byteCount > limits.unreadBytes ? replies.byteCount : nil }

  /// Whether something waits to be sent.
  var hasMore: Bool { !replies.isEmpty || !dirty.isEmpty }

  /// Reads the views again that may have changed.
  ///
  /// - Returns: Whether one has.
  func refresh() -> Bool {
    guard !dirty.isEmpty else { return false }
    // Reading may make more dirty.
    var subscriptions: [Subscription] = []
    swap(&subscriptions, &spareList)
    swap(&subscriptions, &dirty)
    for subscription in subscriptions { subscription.unqueue() }
    // Observation tells of views in no order; clients see them as they were opened.
    if subscriptions.count > 1 { subscriptions.sort { $0.view.number < $1.view.number } }
    Outbox.empty(&changed)
    for subscription in subscriptions where subscription.refresh() { changed.append(subscription) }
    Outbox.empty(&subscriptions)
    swap(&subscriptions, &spareList)
    return !changed.isEmpty
  }

  /// Sends the changes that were found, then the replies, for as long as the client takes them.
  func send(for peer: Peer) {
    sendChanges()
    sendReplies(for: peer)
  }

  /// Forgets what nobody will read.
  func discard() {
    dirty.removeAll()
    changed.removeAll()
    causes?.removeAll()
    while !replies.isEmpty {
      switch replies.removeFirst() {
      case .reply(let reply, let call): settle(reply, to: call, commit: nil)
      case .news(let news): news.settle()
      }
    }
  }

  /// Releases what a reply ends, and has a shared session keep it.
  private func settle(_ reply: Reply, to call: Call, commit: Int?) {
    for subscription in reply.ended { subscription.end() }
    if let receipt = call.receipt, let kept = KeptReply(reply, commit: commit) { receipt.settle(kept) }
  }

  private func sendChanges() {
    defer { causes?.removeAll() }
    guard !changed.isEmpty else { return }
    let commit = commits.number
    var changed: [Subscription] = []
    swap(&changed, &self.changed)
    write { writer in
      writer.notification(StateChanged.method) { writer in
        StateChanged.writeMembers(commit: commit, cause: causes?.all ?? [], to: &writer) { writer in
          for subscription in changed {
            subscription.view.changed(in: commit)
            subscription.writeChanges(commit: commit, to: &writer)
          }
        }
      }
    }
    Outbox.empty(&changed)
    swap(&changed, &self.changed)
  }

  /// Empties a list, whose memory is used again unless it is much.
  private static func empty(_ list: inout [Subscription]) {
    list.removeAll(keepingCapacity: list.count < 1_000)
  }

  private func sendReplies(for peer: Peer) {
    // Replies that come meanwhile have to wait for changes.
    for _ in 0..<replies.count {
      guard canSend, !replies.isEmpty else { return }
      switch replies.removeFirst() {
      case .reply(let reply, let call): send(reply, to: call, for: peer)
      case .news(let news):
        news.settle()
        write { news.write(commit: commits.number, to: &$0) }
      }
    }
  }

  private func send(_ reply: Reply, to call: Call, for peer: Peer) {
    settle(reply, to: call, commit: commits.number)
    guard let id = call.id else { return }
    if let batch = call.batch {
      guard let answers = batch.add(reply, to: call) else { return }
      write { Batch.write(answers, of: peer, commit: commits.number, to: &$0) }
    } else {
      write { writer in
        if reply.isAbandoned {
          writer.response(to: id, failure: .cancelled(.viewClosed))
        } else {
          reply.write(to: id, commit: commits.number, with: &writer)
        }
      }
    }
  }

  /// Sends a message. The memory to write it in is taken out meanwhile: what is written may be an author's code.
  private func write(_ body: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    swap(&writer, &spare)
    writer.removeAll()
    body(&writer)
    let framing = framing
    transport.send { framing.append(writer.bytes, to: &$0) }
    swap(&writer, &spare)
  }
}

extension Reply {
  /// Writes the response.
  @MainActor
  func write(to id: RequestID, commit: Int, with writer: inout JSONWriter) {
    if case .failure(let failure) = self {
      writer.response(to: id, failure: failure)
    } else {
      writer.response(to: id) { writeResult(commit: commit, to: &$0) }
    }
  }

  @MainActor
  private func writeResult(commit: Int, to writer: inout JSONWriter) {
    switch self {
    case .null, .failure: NullResult().encode(to: &writer)
    case .committed, .closed: ReachedCommit(commit: commit).encode(to: &writer)
    case .result(let write), .document(let write): write(&writer)
    case .joined(let joining): joining.write(commit: commit, to: &writer)
    case .snapshot(let subscription), .opened(let subscription): subscription.writeSnapshot(commit: commit, to: &writer)
    }
  }
}
