import JSON
import JSONRPC
import StateProtocol

/// The reply to a call, written when everything that comes before it was sent.
enum Reply {
  /// Nothing to tell.
  case null
  /// The commit that has been reached.
  case committed
  /// The commit and the whole state of a view.
  case snapshot(Subscription)
  /// The same of a view that was opened by the call.
  case opened(Subscription)
  /// The commit, after which nothing of these views is mentioned.
  case closed([Subscription])
  /// A result of its own, encoded.
  case result(EncodedText)
  /// The state of a session that was joined.
  case joined(JoinReply)
  /// An error instead of a result.
  case failure(Failure)

  /// The subscription to the view whose snapshot it is.
  var shown: Subscription? {
    switch self {
    case .snapshot(let subscription), .opened(let subscription): subscription
    case .null, .committed, .closed, .result, .joined, .failure: nil
    }
  }

  /// The subscriptions that end with it.
  var ended: [Subscription] {
    if case .closed(let subscriptions) = self { subscriptions } else { [] }
  }

  /// The size that its text adds to that of a response, in bytes. A snapshot counts only in a batch, where it waits for
  /// others: elsewhere, as in a join, it is written when there is room for it.
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

  /// The failure instead of the snapshot of a view that has closed since the reply was given: no commit is the one as
  /// of which its state would be true. Nil for any other reply.
  @MainActor
  var failureOfClosedView: Failure? { shown?.view.closed.map { .cancelled($0) } }
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
    case .result(let text): text.write(to: &writer)
    case .joined(let reply): reply.write(commit: commit, to: &writer)
    case .snapshot(let subscription), .opened(let subscription): subscription.writeSnapshot(commit: commit, to: &writer)
    }
  }
}
