import JSON
import JSONRPC
import StateProtocol

/// A reply as a shared session keeps it: little more than it says.
@MainActor
enum KeptReply {
  /// The commit that was reached; nil for the one that is reached when the reply is read.
  case committed(Int?)
  /// A view whose state was sent: the session has it once, however many replies had it.
  case snapshot(View)
  case failure(Failure)

  /// The form in which a reply is kept; nil for what no session has to do with.
  ///
  /// - Parameter commit: The commit that it says was reached.
  init?(_ reply: Reply, commit: Int?) {
    switch reply {
    case .committed, .closed: self = .committed(commit)
    case .snapshot(let subscription), .opened(let subscription): self = .snapshot(subscription.view)
    case .failure(let failure): self = .failure(failure)
    case .null, .result, .joined: return nil
    }
  }

  /// About how many bytes it takes.
  var size: Int {
    switch self {
    case .committed: 64
    case .snapshot(let view): 64 + view.id.string.utf8.count
    case .failure(let failure): 64 + failure.textSize
    }
  }

  /// Writes it as a ``KeptAnswer``.
  ///
  /// - Parameter views: The views whose states the join has. A view that is being closed is not among them.
  func write(
    to id: RequestID, commit: Int, views: Set<ObjectIdentifier>, with writer: inout JSONWriter
  ) {
    writer.object { writer in
      switch self {
      case .committed(let reached):
        writer.reply(to: id) { ReachedCommit(commit: reached ?? commit).encode(to: &$0) }
      case .snapshot(let view):
        if views.contains(ObjectIdentifier(view)) {
          writer.reply(to: id) { KeptSnapshot(view: view.id, commit: commit).encode(to: &$0) }
        } else {
          writer.reply(to: id, failure: .cancelled(view.closed ?? .viewClosed))
        }
      case .failure(let failure): writer.reply(to: id, failure: failure)
      }
    }
  }
}
