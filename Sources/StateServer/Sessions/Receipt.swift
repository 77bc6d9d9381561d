import JSON
import JSONRPC
import StateProtocol

/// What a shared session knows of one request: that it is under way, or what was replied.
///
/// Whoever has sent it can ask for it by the token of its connection, also when that has ended.
@MainActor
final class Receipt {
  /// By which a request is asked for.
  struct Key: Hashable {
    /// The number of the connection in the session.
    let member: Int
    let id: RequestID
  }

  /// How far the request has come.
  enum State {
    case underWay(Call)
    case answered(KeptReply)
  }

  private(set) var state: State
  /// The keys that it can be found by: another for each connection that has taken the request over.
  private(set) var keys: [Key]

  private let settled: @MainActor (Receipt) -> Void

  /// - Parameter settled: Called once, when the reply has been given.
  init(for call: Call, key: Key, settled: @escaping @MainActor (Receipt) -> Void) {
    state = .underWay(call)
    keys = [key]
    self.settled = settled
  }

  /// Notes another key.
  func add(_ key: Key) { keys.append(key) }

  /// Keeps the reply.
  func settle(_ reply: KeptReply) {
    guard case .underWay = state else { return }
    state = .answered(reply)
    settled(self)
  }
}

/// A reply as it is kept: little more than it says.
@MainActor
enum KeptReply {
  /// The commit that was reached; nil for the one that is reached when the reply is read.
  case committed(Int?)
  /// The state of a view, as it is when the reply is read.
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
    case .null, .result, .document, .joined: return nil
    }
  }

  /// About how many bytes it takes.
  var size: Int {
    switch self {
    case .committed, .snapshot: 64
    case .failure(let failure): 64 + failure.textSize
    }
  }

  /// Writes it as a ``KeptAnswer``.
  ///
  /// - Parameter subscriptions: What shows the views of the session.
  func write(to id: RequestID, commit: Int, subscriptions: [Subscription], with writer: inout JSONWriter) {
    writer.object { writer in
      switch self {
      case .committed(let reached):
        writer.reply(to: id) { ReachedCommit(commit: reached ?? commit).encode(to: &$0) }
      case .snapshot(let view):
        if let subscription = subscriptions.first(where: { $0.view === view }) {
          writer.reply(to: id) { subscription.writeSnapshot(commit: commit, to: &$0) }
        } else {
          writer.reply(to: id, failure: .cancelled(view.closed ?? .viewClosed))
        }
      case .failure(let failure): writer.reply(to: id, failure: failure)
      }
    }
  }
}
