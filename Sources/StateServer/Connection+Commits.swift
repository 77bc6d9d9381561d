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
    publish()
  }

  /// Publishes whether the client reads or not.
  func publish() {
    publishChanges()
    publishReplies()
  }

  /// Follows a view that may have changed until the next commit.
  func follow(_ view: OpenView) {
    view.observer.becameDirty = { [weak self, weak view] in
      guard let self, let view else { return }
      dirtyViews.append(view)
      loop.setNeedsTurn()
    }
  }

  /// Answers a call at the end of the turn.
  func reply(_ reply: Reply, to call: Call) {
    replies.append((call, reply))
    loop.setNeedsTurn()
  }

  // MARK: - Changes

  private func publishChanges() {
    guard !dirtyViews.isEmpty else { return }
    // Observation tells of views in no order; clients see them as they were opened.
    if dirtyViews.count > 1 { dirtyViews.sort { $0.number < $1.number } }
    let next = commit + 1
    var changed: [OpenView] = []
    writer.removeAll()
    writer.notification("state/changed") { writer in
      writer.member("commit", next)
      writer.key("views")
      writer.array { writer in
        for view in dirtyViews where writeChanges(of: view, to: &writer) { changed.append(view) }
      }
    }
    dirtyViews.removeAll(keepingCapacity: true)
    guard !changed.isEmpty else { return }
    commit = next
    for view in changed { view.lastCommit = next }
    send(writer.bytes)
  }

  private func writeChanges(of view: OpenView, to writer: inout JSONWriter) -> Bool {
    let start = writer.checkpoint
    var hasChanges = false
    writer.object { writer in
      writer.member("view", view.id)
      writer.member("from", view.lastCommit)
      writer.key("changes")
      writer.object { hasChanges = view.observer.writeChanges(to: &$0) }
    }
    if !hasChanges { writer.restore(start) }
    return hasChanges
  }

  // MARK: - Answers

  private func publishReplies() {
    // Publishing the end of a view can add no answer, but may run code of the app; take care.
    while !replies.isEmpty {
      let batch = replies
      replies.removeAll(keepingCapacity: true)
      for (call, reply) in batch { publish(reply, to: call) }
    }
  }

  private func publish(_ reply: Reply, to call: Call) {
    if case .closed(let views) = reply { forget(views) }
    guard let id = call.id else { return }
    writer.removeAll()
    if case .failure(let error) = reply {
      writer.response(to: id, error: error)
    } else {
      writer.response(to: id) { writeResult(reply, to: &$0) }
    }
    if let batch = call.batch {
      if let array = batch.reply.add(writer.bytes) { send(array) }
    } else {
      send(writer.bytes)
    }
  }

  private func writeResult(_ reply: Reply, to writer: inout JSONWriter) {
    switch reply {
    case .null, .failure: writer.writeNull()
    case .committed, .closed: writer.object { $0.member("commit", commit) }
    case .result(let write): write(&writer)
    case .snapshot(let view):
      view.lastCommit = commit
      writer.object { writer in
        writer.member("view", view.id)
        writer.member("commit", commit)
        writer.key("state")
        writer.object { view.observer.writeSnapshot(to: &$0) }
      }
    }
  }

  private func forget(_ closed: [OpenView]) {
    for view in closed {
      view.observer.end()
      views[view.id] = nil
    }
  }

  private func send(_ message: [UInt8]) {
    loop.send { framing.append(message, to: &$0) }
  }

  /// Ends the connection with a client that sends and never reads.
  private func cutOffUnlessReading() {
    // An answer that waits is counted as the text of a plain one.
    let unread = loop.unsentByteCount + replies.count * 64
    guard unread > configuration.limits.unreadBytes else { return }
    Connection.logger.error("The client does not read; cut off with \(unread) bytes unread.")
    end(status: 1, patience: .zero)
  }
}
