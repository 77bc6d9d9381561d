import JSON
import JSONRPC
import StateProtocol

/// The requests that came for one shared session: those under way, and the replies of the last.
///
/// A reply that was sent may have been lost on its way, so that those are kept, too, until there are too many.
@MainActor
struct RequestRecords {
  /// How many replies are kept.
  private static let maximumCount = 1024
  /// How many bytes they may take, about.
  private static let maximumSize = 64 << 20

  private var records: [RequestRecord.Key: RequestRecord] = [:]
  /// The records with a reply, oldest first; nil for those that were removed.
  private var answered: [RequestRecord?] = []
  /// The records before this index were removed: removing one does not move the others.
  private var first = 0
  private var size = 0

  /// The record of a request; nil if it never came, or was removed.
  subscript(key: RequestRecord.Key) -> RequestRecord? { records[key] }

  /// Adds a request that has come.
  mutating func add(_ record: RequestRecord) { records[record.key] = record }

  /// Adds a record that has a reply, and removes the oldest if there are too many.
  mutating func settled(_ record: RequestRecord) {
    answered.append(record)
    size += record.size
    while answered.count - first > RequestRecords.maximumCount || size > RequestRecords.maximumSize { forgetOldest() }
    if first > RequestRecords.maximumCount {
      answered.removeFirst(first)
      first = 0
    }
  }

  private mutating func forgetOldest() {
    defer { first += 1 }
    guard let oldest = answered[first].take() else { return }
    size -= oldest.size
    records[oldest.key] = nil
  }
}

/// The record of one request in a shared session: that it is in progress, or the reply.
///
/// The front end that sent it can ask for it with its token, also on another connection.
@MainActor
final class RequestRecord {
  /// Identifies a request.
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

  private let settled: @MainActor (RequestRecord) -> Void

  /// - Parameter settled: Called once, when the reply has been given.
  init(for call: Call, key: Key, settled: @escaping @MainActor (RequestRecord) -> Void) {
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
