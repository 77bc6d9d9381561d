import JSON
import JSONRPC

/// What a shared session knows of one request: that it is under way, or what was replied.
///
/// Whoever has sent it can ask for it by the token of its front end, also on another connection.
@MainActor
final class Receipt {
  /// By which a request is asked for.
  struct Key: Hashable {
    /// The number of the front end.
    let frontEnd: Int
    let id: RequestID
  }

  /// How far the request has come.
  enum State {
    case underWay(Call)
    case answered(KeptReply)
  }

  let key: Key
  private(set) var state: State

  private let settled: @MainActor (Receipt) -> Void

  /// - Parameter settled: Called once, when the reply has been given.
  init(for call: Call, key: Key, settled: @escaping @MainActor (Receipt) -> Void) {
    state = .underWay(call)
    self.key = key
    self.settled = settled
  }

  /// Keeps the reply.
  func settle(_ reply: KeptReply) {
    guard case .underWay = state else { return }
    state = .answered(reply)
    settled(self)
  }

  /// About how many bytes it takes, with what it echoes.
  var size: Int {
    let size = if case .answered(let reply) = state { reply.size } else { 0 }
    return size + key.id.textSize
  }
}
