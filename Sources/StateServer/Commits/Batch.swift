import JSON
import StateProtocol

/// A batch of calls, whose replies are sent together.
@MainActor
final class Batch {
  typealias Answer = (call: Call, reply: Reply)

  private var answers: [Answer] = []
  private var outstanding: Int
  private var isDiscarded = false
  /// The size of the replies so far, in bytes.
  private(set) var size = 0

  /// Creates a batch that waits for `count` replies. There must be at least one.
  init(count: Int) { outstanding = count }

  /// Adds the size of a queued reply, in bytes.
  func count(_ replySize: Int) { size += replySize }

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
  /// Snapshots may have grown since they were queued. Once the text exceeds the limit, a failure replaces each further
  /// snapshot. If the call has opened the view of that snapshot, the view is closed again.
  ///
  /// - Parameter limit: The size of the replies, in bytes, above which failures replace snapshots.
  static func write(
    _ answers: [Answer], of connection: Connection, commit: Int, limit: Int, to writer: inout JSONWriter
  ) {
    writer.array { writer in
      for (call, reply) in answers {
        var reply = current(reply, of: connection)
        if let subscription = reply.shown, writer.bytes.count > limit {
          if case .opened = reply { subscription.view.end(.atOnce) }
          reply = .failure(.tooLargeBatch)
        }
        reply.write(to: call.id ?? .null, commit: commit, with: &writer)
      }
    }
    connection.calls.release(answers.compactMap(\.call.heldID))
  }

  /// The reply to send now that the batch is complete.
  ///
  /// Snapshots are taken only now, because the changes since the first reply was queued have already been sent. No
  /// message mentions a view after it was closed. So a failure replaces the snapshot of a closed view, and the
  /// candidates in a failure do not include the name of a closed view.
  private static func current(_ reply: Reply, of connection: Connection) -> Reply {
    switch reply {
    case .snapshot, .opened: reply.failureOfSnapshot().map { .failure($0) } ?? reply
    case .failure(let failure): .failure(failure.namingCandidates { connection.views.contains(ExactString($0)) })
    case .null, .committed, .closed, .result, .joined: reply
    }
  }
}

extension Failure {
  /// The error for a request whose reply would make the replies to batches larger than the limit of unread bytes.
  static let tooLargeBatch = Failure(.overloaded(.unreadBytes), "The replies to the batch are too large.")
}
