import JSON
import JSONRPC
import SVVS
import StateProtocol

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
        views: JoinedViews(subscriptions: subscriptions, commit: commit),
        answers: requests.answers.map { $0.reply.answer(to: $0.id, commit: commit, views: shown) },
        running: requests.running, unknown: requests.unknown))
  }
}

/// The views of a session that is joined, with their states at a commit.
@MainActor
private struct JoinedViews: JSONEncodable {
  let subscriptions: [Subscription]
  let commit: Int

  func encode(to writer: inout JSONWriter) {
    writer.array { writer in
      for subscription in subscriptions {
        let view = subscription.view
        view.changed(in: commit)
        let state = ShownState(subscription: subscription, commit: commit)
        writer.write(JoinedView(view: view.id, type: view.interface.type, params: view.params, state: state))
      }
    }
  }
}

/// The state of the requests that a front end sent on its former connection.
struct FormerRequests {
  private(set) var answers: [(id: RequestID, reply: KeptReply)] = []
  private(set) var running: [RequestID] = []
  private(set) var unknown: [RequestID] = []

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
        member.takeOver(call, id: id)
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
