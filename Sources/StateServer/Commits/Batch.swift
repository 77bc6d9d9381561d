import JSON
import JSONRPC
import StateProtocol

/// A batch of calls, whose replies are sent together.
@MainActor
final class Batch {
  typealias Answer = (call: Call, reply: Reply)

  private var answers: BatchReply<Answer>
  /// The size of the replies so far, in bytes.
  private(set) var size = 0

  /// Creates a batch that gets a number of replies, at least one.
  init(count: Int) { answers = BatchReply(count: count) }

  /// Adds the size of a reply that is queued.
  func count(_ replySize: Int) { size += replySize }

  /// Adds a reply.
  ///
  /// - Returns: All replies, if this was the last.
  func add(_ reply: Reply, to call: Call) -> [Answer]? { answers.add((call, reply)) }

  /// Discards the replies when the client can no longer receive them.
  func discard() { answers.removeAll() }
}

extension Batch {
  /// Writes the replies to a batch. If a snapshot has become too large since it was queued, it is refused, and the view
  /// is closed again if the call has opened it.
  ///
  /// - Parameter limit: The size of the replies, in bytes, beyond which snapshots are refused.
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

  /// The reply that is valid now, when the batch is complete.
  ///
  /// Snapshots are taken only now, because the changes since the first reply was queued have already been sent. A
  /// closed view gets no snapshot, and candidates do not include its name: no message mentions a view after it was
  /// closed.
  private static func current(_ reply: Reply, of connection: Connection) -> Reply {
    switch reply {
    case .snapshot, .opened: reply.failureOfClosedView.map { .failure($0) } ?? reply
    case .failure(let failure): .failure(failure.namingCandidates { connection.views.contains(ExactString($0)) })
    case .null, .committed, .closed, .result, .joined: reply
    }
  }
}

extension Failure {
  /// The failure of a request whose reply would make the replies to batches longer than a client may leave unread.
  static let tooLargeBatch = Failure(.overloaded(.unreadBytes), "The replies to the batch are too large.")
}
