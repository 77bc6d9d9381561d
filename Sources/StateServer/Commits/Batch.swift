import JSON
import JSONRPC
import StateProtocol

/// A batch of calls, whose replies go out together.
@MainActor
final class Batch {
  typealias Answer = (call: Call, reply: Reply)

  private var answers: BatchReply<Answer>
  /// The size of the replies that were given so far, in bytes.
  private(set) var size = 0

  /// A batch that gets this many replies, at least one.
  init(count: Int) { answers = BatchReply(count: count) }

  /// Counts a reply that was given and waits to be added.
  func count(_ replySize: Int) { size += replySize }

  /// Takes a reply; returns all if it was the last.
  func add(_ reply: Reply, to call: Call) -> [Answer]? { answers.add((call, reply)) }

  /// Discards the replies: nobody will read them.
  func discard() { answers.removeAll() }
}

extension Batch {
  /// Writes the replies to a batch. A snapshot that has become too large since it was promised is refused, and a view
  /// that was opened is closed again.
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

  /// The reply as it is true now, when the last of the batch is there.
  ///
  /// Snapshots are taken only now, since changes after the first reply was given were sent before. A view that has
  /// closed has no snapshot, and its name is not among the candidates: nothing of it is mentioned after its closing.
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
  static let tooLargeBatch = Failure(.overloaded(.unreadBytes), "The answers to the batch are too large.")
}
