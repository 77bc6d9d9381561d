import JSON
import StateProtocol
import SVVS

/// The requests of one shared session: the calls in progress, and the last replies.
///
/// A reply that was sent may have been lost, so the session keeps it until there are too many replies.
@MainActor
struct RequestRecords {
  /// The largest number of replies that are kept.
  private static let maximumCount = 1024
  /// The approximate largest size of the replies that are kept, in bytes.
  private static let maximumSize = 64 << 20

  private var records: [RequestRecord.Key: RequestRecord] = [:]
  /// The records with a reply, oldest first. An element is nil if its record was removed.
  private var answered: [RequestRecord?] = []
  /// The index of the oldest record in `answered`. The entries of removed records stay before it, so that no entry has
  /// to move.
  private var first = 0
  private var size = 0

  /// The record of a request; nil if the request never arrived, or if its record was removed.
  subscript(key: RequestRecord.Key) -> RequestRecord? { records[key] }

  /// Adds the record of a new request.
  mutating func add(_ record: RequestRecord) { records[record.key] = record }

  /// Adds a record that now has a reply. Removes the oldest records if there are too many replies, or if the replies
  /// together are too large.
  mutating func settled(_ record: RequestRecord) {
    answered.append(record)
    size += record.size
    while answered.count - first > RequestRecords.maximumCount || size > RequestRecords.maximumSize { removeOldest() }
    if first > RequestRecords.maximumCount {
      answered.removeFirst(first)
      first = 0
    }
  }

  private mutating func removeOldest() {
    defer { first += 1 }
    guard let oldest = answered[first].take() else { return }
    size -= oldest.size
    records[oldest.key] = nil
  }
}

/// The record of one request in a shared session: the call in progress, or the reply.
///
/// The front end that sent the request can ask for the record with its token. It can do so on another connection, too.
@MainActor
final class RequestRecord {
  /// The identity of a request.
  struct Key: Hashable {
    /// The number of the front end in the session.
    let frontEnd: Int
    let id: RequestID
  }

  /// The progress of the request.
  enum State {
    case underWay(Call)
    case answered(KeptReply)
  }

  let key: Key
  fileprivate private(set) var state: State

  private let settled: @MainActor (RequestRecord) -> Void

  /// - Parameter settled: Called once, when the reply is recorded.
  init(for call: Call, key: Key, settled: @escaping @MainActor (RequestRecord) -> Void) {
    state = .underWay(call)
    self.key = key
    self.settled = settled
  }

  /// Records the reply. Does nothing if a reply is already recorded.
  func settle(_ reply: KeptReply) {
    guard case .underWay = state else { return }
    state = .answered(reply)
    settled(self)
  }

  /// The approximate size of the reply, with the id that it echoes, in bytes.
  var size: Int {
    let size = if case .answered(let reply) = state { reply.size } else { 0 }
    return size + key.id.textSize
  }
}

/// The part of a reply that a shared session keeps, without the states of views.
@MainActor
enum KeptReply {
  /// The number of the commit that was reached. If nil, the reply to a join contains the number of the commit that is
  /// current when this reply is sent.
  case committed(Int?)
  /// A view whose state was sent. The reply to a join contains the state once, however many replies contained it
  /// before.
  case snapshot(View)
  /// A failure, and the size of its text, which is encoded to be measured.
  case failure(Failure, size: Int)

  /// Creates the part of `reply` that is kept. Returns nil if the reply does not concern a session.
  ///
  /// - Parameter commit: The number of the commit that the reply contains; nil if the reply is not sent.
  init?(_ reply: Reply, commit: Int?) {
    switch reply {
    case .committed, .closed: self = .committed(commit)
    case .snapshot(let subscription), .opened(let subscription): self = .snapshot(subscription.view)
    case .failure(let failure): self = .failure(failure, size: failure.textSize)
    case .null, .result, .joined: return nil
    }
  }

  /// The approximate size of the kept part, in bytes.
  var size: Int {
    switch self {
    case .committed: 64
    case .snapshot(let view): 64 + view.id.string.utf8.count
    case .failure(_, let size): 64 + size
    }
  }

  /// The answer to an earlier request, as the reply to a join contains it.
  ///
  /// - Parameter views: The views whose states the reply to the join contains. A view that is being closed is not among
  ///   them.
  fileprivate func answer(to id: RequestID, commit: Int, views: Set<ObjectIdentifier>) -> KeptAnswer<KeptResult> {
    switch self {
    case .committed(let reached): KeptAnswer(id: id, result: .committed(ReachedCommit(commit: reached ?? commit)))
    case .snapshot(let view) where views.contains(ObjectIdentifier(view)):
      KeptAnswer(id: id, result: .snapshot(KeptSnapshot(view: view.id, commit: commit)))
    case .snapshot(let view): KeptAnswer(id: id, error: .cancelled(view.closed ?? .viewClosed))
    case .failure(let failure, _): KeptAnswer(id: id, error: failure)
    }
  }
}

/// The result of an earlier request, as the reply to a join contains it.
private enum KeptResult: JSONEncodable {
  case committed(ReachedCommit)
  case snapshot(KeptSnapshot)

  func encode(to writer: inout JSONWriter) {
    switch self {
    case .committed(let result): result.encode(to: &writer)
    case .snapshot(let result): result.encode(to: &writer)
    }
  }
}

/// The reply to a connection that joins a session. The reply is encoded when it is sent.
@MainActor
struct JoinReply {
  let member: SessionMember
  /// The connection's subscriptions to the views of the session.
  let subscriptions: [Subscription]
  let requests: FormerRequests

  /// Writes the result, with the states of the views at `commit`.
  func write(commit: Int, to writer: inout JSONWriter) {
    // If the client reads late, views may have closed since the reply was queued.
    let subscriptions = subscriptions.filter { $0.view.closed == nil }
    let shown = requests.answers.isEmpty ? [] : Set(subscriptions.map { ObjectIdentifier($0.view) })
    writer.write(
      JoinedSession(
        session: member.session.name, token: member.token, commit: commit,
        views: ShownViews(subscriptions: subscriptions, commit: commit, namesCommit: false),
        answers: requests.answers.map { $0.reply.answer(to: $0.id, commit: commit, views: shown) },
        running: requests.running, unknown: requests.unknown))
  }
}

/// The state of the requests that a front end sent on its former connection.
struct FormerRequests {
  fileprivate var answers: [(id: RequestID, reply: KeptReply)] = []
  fileprivate var running: [RequestID] = []
  fileprivate var unknown: [RequestID] = []

  /// Looks up requests by their ids, and takes over the calls in progress.
  @MainActor
  init(_ unanswered: [RequestID], of member: SessionMember) {
    var known: Set<RequestID> = []
    for id in unanswered where known.insert(id).inserted {
      guard let record = member.session.record(id, of: member.number) else {
        unknown.append(id)
        continue
      }
      // The reply of an answered call waits on a connection that nobody reads any longer. Ending that connection
      // records the reply.
      if case .underWay(let call) = record.state, call.isAnswered { call.connection.end(.cut) }
      switch record.state {
      case .answered(let reply): answers.append((id, reply))
      case .underWay(let call):
        member.connection.takeOver(call, id: id)
        running.append(id)
      }
    }
  }

  /// The approximate size of these requests in a reply, in bytes.
  @MainActor
  var size: Int {
    let ids = [running, unknown].joined().reduce(0) { $0 + 24 + $1.textSize }
    return answers.reduce(ids) { $0 + $1.id.textSize + $1.reply.size }
  }
}
