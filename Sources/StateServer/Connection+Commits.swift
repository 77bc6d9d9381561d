import JSONRPC
import Logging
import MainLoop
import SVVS

extension Connection {
  /// Publishes what the turn changed in one commit, then the answers.
  ///
  /// While the client does not read, both wait: views stay dirty and are read when it does, so that
  /// what is unsent costs one change a view at most, however long it takes.
  func endTurn() {
    guard phase != .over else { return }
    guard !loop.isOutputBlocked else { return cutOffUnlessReading() }
    publish { !loop.isOutputBlocked }
  }

  /// Publishes as long as the client takes it: what waits costs its calls, and not their answers.
  func publish(while isTaken: () -> Bool) {
    // Reading a view's properties may change what others read; a few rounds settle what can settle.
    for _ in 1...4 where !(dirtyViews.isEmpty && replies.isEmpty) && isTaken() {
      publishChanges()
      publishReplies(while: isTaken)
    }
  }

  /// Forgets what nobody will read.
  func discardUnpublished() {
    dirtyViews.removeAll()
    forgetCauses()
    replies.removeAll()
  }

  /// Follows a view that may have changed until the next commit.
  func follow(_ view: OpenView) {
    view.observer.followsApart = tellsCauses
    view.observer.becameDirty = { [weak self, weak view] in
      guard let self, let view else { return }
      noteCause()
      guard !view.isDirty else { return }
      view.isDirty = true
      dirtyViews.append(view)
      loop.setNeedsTurn()
    }
  }

  /// Answers a call at the end of the turn.
  func reply(_ reply: Reply, to call: Call) {
    call.isAnswered = true
    loop.setNeedsTurn()
    if let id = call.heldID { awaited[id] = .batch }
    // What nobody asked for does not wait for a client that sleeps, unless it lets go of views.
    guard call.id != nil || !reply.closedViews.isEmpty else { return }
    replies.append(isTooMuch(reply) ? .failure(.tooLargeBatch) : reply, to: call)
  }

  /// Whether an error is one too many. Only within a batch do so many gather while the client reads.
  private func isTooMuch(_ reply: Reply) -> Bool {
    guard case .failure = reply else { return false }
    return replies.byteCount > configuration.limits.unreadBytes
  }

  // MARK: - Changes

  private func publishChanges() {
    guard !dirtyViews.isEmpty else { return }
    var views = dirtyViews
    dirtyViews = []
    for view in views { view.isDirty = false }
    // Observation tells of views in no order; clients see them as they were opened.
    if views.count > 1 { views.sort { $0.number < $1.number } }
    let next = commit + 1
    var changed: [OpenView] = []
    defer { forgetCauses() }
    writer.removeAll()
    writer.notification("state/changed") { writer in
      writer.member("commit", next)
      if !causes.isEmpty {
        writer.key("cause")
        writer.array { writer in for cause in causes { cause.encode(to: &writer) } }
      }
      writer.key("views")
      writer.array { writer in
        for view in views where writeChanges(of: view, to: &writer) { changed.append(view) }
      }
    }
    guard !changed.isEmpty else { return }
    commit = next
    for view in changed { (view.lastCommit, view.lastChange) = (next, next) }
    send(writer.bytes)
  }

  private func writeChanges(of view: OpenView, to writer: inout JSONWriter) -> Bool {
    let start = writer.checkpoint
    var hasChanges = false
    writer.object { writer in
      writer.member("view", view.id)
      writer.member("from", view.lastCommit)
      hasChanges = view.observer.writeChanges(to: &writer)
    }
    if !hasChanges { writer.restore(start) }
    return hasChanges
  }

  // MARK: - Answers

  private func publishReplies(while isTaken: () -> Bool) {
    // Answers that come meanwhile have to wait for changes.
    for _ in 0..<replies.count {
      guard isTaken() else { return }
      let (call, reply) = replies.removeFirst()
      publish(reply, to: call)
    }
  }

  private func publish(_ reply: Reply, to call: Call) {
    for view in reply.closedViews { view.observer.end() }
    guard let id = call.id else { return }
    if let batch = call.batch {
      guard let answers = batch.answers.add((call, reply)) else { return }
      publish(answers)
    } else {
      writer.removeAll()
      // An abandoned view was never open.
      let isLate = reply.shownView?.isAbandoned ?? false
      write(isLate ? .failure(.cancelled(.viewClosed)) : reply, to: id, with: &writer)
      send(writer.bytes)
    }
  }

  /// Publishes the answers to a batch. What is long is refused when the others are too long already, and a view that
  /// was opened is closed again.
  private func publish(_ answers: [Batch.Answer]) {
    let closedHere = answers.flatMap(\.reply.closedViews)
    writer.removeAll()
    writer.array { writer in
      for (call, reply) in answers {
        let reply = current(reply, ofBatchThatCloses: closedHere)
        let isTooLong = reply.isLong && writer.bytes.count > configuration.limits.unreadBytes
        if isTooLong, case .opened(let view) = reply { abandon(view) }
        write(isTooLong ? .failure(.tooLargeBatch) : reply, to: call.id ?? .null, with: &writer)
      }
    }
    for id in answers.compactMap(\.call.heldID) { awaited[id] = nil }
    send(writer.bytes)
  }

  /// What an answer of a batch is now, when the last is there.
  ///
  /// Snapshots are taken only now, for what changed since the first answer was told before; and there is none
  /// of a view whose closing was answered before, nor a name of it, since nothing of it may be mentioned any more.
  private func current(_ reply: Reply, ofBatchThatCloses closedHere: [OpenView]) -> Reply {
    switch reply {
    case .snapshot(let view), .opened(let view):
      guard let reason = view.closed, !closedHere.contains(where: { $0 === view }) else { return reply }
      return .failure(.cancelled(reason))
    case .failure(let error): return .failure(error.namingCandidates { views[ExactString($0)] != nil })
    case .null, .committed, .closed, .result, .document: return reply
    }
  }

  private func write(_ reply: Reply, to id: RequestID, with writer: inout JSONWriter) {
    if case .failure(let error) = reply {
      writer.response(to: id, error: error)
    } else {
      writer.response(to: id) { writeResult(reply, to: &$0) }
    }
  }

  private func writeResult(_ reply: Reply, to writer: inout JSONWriter) {
    switch reply {
    case .null, .failure: writer.writeNull()
    case .committed, .closed: writer.object { $0.member("commit", commit) }
    case .result(let write), .document(let write): write(&writer)
    case .snapshot(let view), .opened(let view):
      view.lastCommit = commit
      writer.object { writer in
        writer.member("view", view.id)
        writer.member("commit", commit)
        writer.key("state")
        writer.object { view.observer.writeSnapshot(to: &$0) }
      }
    }
  }

  private func send(_ message: [UInt8]) {
    loop.send { framing.append(message, to: &$0) }
  }

  /// Ends the connection with a client that sends and never reads.
  ///
  /// What is on its way does not count: while it is, nothing follows but what waits here.
  private func cutOffUnlessReading() {
    let unread = replies.byteCount
    guard unread > configuration.limits.unreadBytes else { return }
    Connection.logger.error("The client does not read; cut off with \(unread) bytes unread.")
    discardUnpublished()
    end(status: 1, patience: .zero)
  }
}

extension ResponseError {
  /// The answer to what would make the answers to a batch longer than a client may leave unread.
  static let tooLargeBatch = ResponseError(
    .overloaded, "The answers to the batch are too large.", .limit("unreadBytes"))
}
