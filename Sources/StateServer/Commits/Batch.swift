import JSON
import JSONRPC
import StateProtocol

/// A batch of calls, whose replies go out together.
@MainActor
final class Batch {
  typealias Answer = (call: Call, reply: Reply)

  private var answers: BatchReply<Answer>
  /// How many bytes the snapshots of the views took that it has opened so far.
  private(set) var snapshotSize = 0

  /// A batch that gets this many replies, at least one.
  init(count: Int) { answers = BatchReply(count: count) }

  /// Takes a reply; returns all if it was the last.
  func add(_ reply: Reply, to call: Call) -> [Answer]? { answers.add((call, reply)) }

  /// Forgets the replies, which nobody will read.
  func discard() { answers.removeAll() }

  /// Notes that it opens a view whose snapshot takes so many bytes.
  func opened(snapshotOf size: Int) { snapshotSize += size }
}

extension Batch {
  /// Writes the replies to a batch. What is long is refused when the others are too long already, and a view that
  /// was opened is closed again.
  static func write(_ answers: [Answer], of peer: Peer, commit: Int, to writer: inout JSONWriter) {
    let endedHere = answers.flatMap(\.reply.ended)
    let limit = peer.host.configuration.limits.unreadBytes
    writer.array { writer in
      for (call, reply) in answers {
        let reply = current(reply, of: peer, inBatchThatEnds: endedHere)
        let isTooLong = reply.isLong && writer.bytes.count > limit
        if isTooLong, case .opened(let subscription) = reply { ViewClosing.abandon(subscription, of: peer) }
        (isTooLong ? .failure(.tooLargeBatch) : reply).write(to: call.id ?? .null, commit: commit, with: &writer)
      }
    }
    peer.calls.release(answers.compactMap(\.call.heldID))
  }

  /// What a reply is now, when the last is there.
  ///
  /// Snapshots are taken only now, for what changed since the first reply was given was sent before; and there is none
  /// of a view whose closing was answered before, nor a name of it, since nothing of it may be mentioned any more.
  private static func current(_ reply: Reply, of peer: Peer, inBatchThatEnds endedHere: [Subscription]) -> Reply {
    switch reply {
    case .snapshot, .opened: reply.failureIfGone(exceptFor: endedHere).map { .failure($0) } ?? reply
    case .failure(let failure): .failure(failure.namingCandidates { peer.views.contains(ExactString($0)) })
    case .null, .committed, .closed, .result, .joined, .document: reply
    }
  }
}
