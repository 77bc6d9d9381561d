import JSON
import JSONRPC
import StateProtocol

/// The reply to a call. It is encoded only after all earlier messages were sent.
enum Reply {
  /// The result null.
  case null
  /// The number of the commit.
  case committed
  /// The number of the commit and the whole state of a view.
  case snapshot(Subscription)
  /// The number of the commit and the whole state of a view that the call has opened.
  case opened(Subscription)
  /// The number of the commit. The subscriptions to the closed views end with the reply, and no later message mentions
  /// these views.
  case closed([Subscription])
  /// Another result, already encoded.
  case result(EncodedText)
  /// The state of a session that was joined.
  case joined(JoinReply)
  /// An error instead of a result.
  case failure(Failure)

  /// The subscription to the view whose state the reply contains; nil if it contains none.
  var shown: Subscription? {
    switch self {
    case .snapshot(let subscription), .opened(let subscription): subscription
    case .null, .committed, .closed, .result, .joined, .failure: nil
    }
  }

  /// The subscriptions that end with the reply.
  var ended: [Subscription] {
    if case .closed(let subscriptions) = self { subscriptions } else { [] }
  }

  /// The size that the reply's text adds to a response, in bytes.
  ///
  /// A snapshot counts only in a batch, where it waits for the other replies. Outside a batch, and in the reply to a
  /// join, a snapshot is written only when the client reads, so it does not count.
  @MainActor
  func textSize(inBatch: Bool) -> Int {
    switch self {
    case .failure(let failure): failure.textSize
    case .result(let text): text.count
    case .snapshot(let subscription), .opened(let subscription): inBatch ? subscription.snapshotSize : 0
    case .joined(let reply): reply.requests.size
    case .null, .committed, .closed: 0
    }
  }

  /// The failure that replaces a snapshot; nil for any other reply.
  ///
  /// The state of a view that has closed since the reply was queued belongs to no commit, and a value without a JSON form
  /// cannot be sent. If it is the state of a view that the call has opened, the view is closed again.
  @MainActor
  func failureOfSnapshot() -> Failure? {
    guard let shown else { return nil }
    if let reason = shown.view.closed { return .cancelled(reason) }
    guard let failure = shown.failureOfState() else { return nil }
    if case .opened = self { shown.view.end(.atOnce) }
    return failure
  }
}

extension Reply {
  /// Writes the response.
  @MainActor
  func write(to id: RequestID, commit: Int, with writer: inout JSONWriter) {
    if case .failure(let failure) = self {
      writer.response(to: id, error: failure)
    } else {
      writer.response(to: id) { writeResult(commit: commit, to: &$0) }
    }
  }

  @MainActor
  private func writeResult(commit: Int, to writer: inout JSONWriter) {
    switch self {
    case .null, .failure: NullResult().encode(to: &writer)
    case .committed, .closed: ReachedCommit(commit: commit).encode(to: &writer)
    case .result(let text): text.write(to: &writer)
    case .joined(let reply): reply.write(commit: commit, to: &writer)
    case .snapshot(let subscription), .opened(let subscription):
      let state = ShownState(subscription: subscription, commit: commit)
      writer.write(ViewSnapshot(view: subscription.view.id, commit: commit, state: state))
    }
  }
}
