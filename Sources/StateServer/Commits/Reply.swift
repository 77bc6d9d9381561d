import JSON
import StateProtocol

/// The reply to a call. It is encoded only after all earlier messages were sent.
enum Reply {
  /// The result null.
  case null
  /// The number of the last commit before the reply.
  case committed
  /// The number of the last commit before the reply, and the whole state of a view.
  case snapshot(Subscription)
  /// The number of the last commit before the reply, and the whole state of a view that the call has opened.
  case opened(Subscription)
  /// The number of the last commit before the reply. The subscriptions to the closed views end with the reply, and no
  /// later message mentions these views.
  case closed([Subscription])
  /// Any other result, already encoded.
  case result(EncodedText)
  /// The state of a session that was joined.
  case joined(JoinReply)
  /// An error instead of a result.
  case failure(Failure)

  /// The subscription to the view whose state the reply contains; nil if the reply does not contain a state.
  fileprivate var shown: Subscription? {
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

  /// The reply to send: this reply, or a failure if its snapshot cannot be sent.
  ///
  /// If the view has closed since the reply was queued, the snapshot cannot be sent, because the view's state belongs
  /// to no commit. If a value has no JSON form, the snapshot cannot be sent either.
  @MainActor
  var sendable: Reply {
    guard let shown else { return self }
    if let reason = shown.view.closed { return .failure(.cancelled(reason)) }
    return shown.failureOfState().map(refusal) ?? self
  }

  /// A failure instead of the snapshot. If the call has opened the view, this method closes the view again.
  @MainActor
  func refusal(_ failure: Failure) -> Reply {
    if case .opened(let subscription) = self { subscription.view.expire() }
    return .failure(failure)
  }
}

extension Reply {
  /// Writes the response to the request with `id`.
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

/// A batch of calls, whose replies are sent together.
@MainActor
final class Batch {
  typealias Answer = (call: Call, reply: Reply)

  private var answers: [Answer] = []
  private var outstanding: Int
  private var isDiscarded = false
  /// The size of the replies so far, in bytes.
  var size = 0

  /// Creates a batch that waits for `count` replies. There must be at least one.
  init(count: Int) { outstanding = count }

  /// Adds a reply.
  ///
  /// - Returns: All replies, if this was the last one; otherwise nil.
  func add(_ reply: Reply, to call: Call) -> [Answer]? {
    precondition(outstanding > 0, "a batch has more replies than requests")
    outstanding -= 1
    guard !isDiscarded else { return nil }
    answers.append((call, reply))
    // Releases the calls with the replies, because they refer to the batch.
    defer { if outstanding == 0 { answers = [] } }
    return outstanding == 0 ? answers : nil
  }

  /// Discards the replies, also those that are added later, because the client can no longer receive them.
  func discard() {
    answers = []
    isDiscarded = true
  }
}

extension Batch {
  /// Writes the replies to a batch.
  ///
  /// Snapshots are taken only now, because the changes since the first reply was queued have already been sent. They may
  /// have grown since then. Once the text exceeds the limit, a failure replaces each further snapshot.
  ///
  /// - Parameter limit: The size of the replies, in bytes, above which failures replace snapshots.
  static func write(
    _ answers: [Answer], among views: OpenViews, commit: Int, limit: Int, to writer: inout JSONWriter
  ) {
    writer.array { writer in
      for (call, reply) in answers {
        var reply = reply.sendable
        if reply.shown != nil, writer.bytes.count > limit { reply = reply.refusal(.tooLargeBatch) }
        // No message mentions a view after it was closed.
        if case .failure(let failure) = reply {
          reply = .failure(failure.namingCandidates { views.contains(ExactString($0)) })
        }
        reply.write(to: call.id ?? .null, commit: commit, with: &writer)
        if let id = call.heldID { call.connection.calls.release(CollectionOfOne(id)) }
      }
    }
  }
}

extension Failure {
  /// The error for a request whose reply would make the replies to batches larger than the limit of unread bytes.
  static let tooLargeBatch = Failure(.overloaded(.unreadBytes), "The replies to the batch are too large.")
}
