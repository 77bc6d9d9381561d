import JSON
import SVVS
import StateProtocol

/// What a connection that joins a session is replied, written when the reply goes out.
@MainActor
struct Joining {
  let member: SessionMember
  /// What shows the views here.
  let subscriptions: [Subscription]
  let requests: FormerRequests

  /// Writes the result, with the states of a commit.
  func write(commit: Int, to writer: inout JSONWriter) {
    // For a client that reads late, views may have closed since.
    let subscriptions = subscriptions.filter { $0.view.closed == nil }
    writer.object { writer in
      JoinedSession.writeMembers(
        session: member.session.name, token: member.token, commit: commit, running: requests.running,
        unknown: requests.unknown, to: &writer
      ) { writer in
        for subscription in subscriptions {
          let view = subscription.view
          view.changed(in: commit)
          JoinedView.write(view: view.id, type: view.type.name, params: view.params, to: &writer) {
            subscription.writeState(commit: commit, to: &$0)
          }
        }
      } answers: { writer in
        guard !requests.answers.isEmpty else { return }
        let views = Set(subscriptions.map { ObjectIdentifier($0.view) })
        for (id, reply) in requests.answers { reply.write(to: id, commit: commit, views: views, with: &writer) }
      }
    }
  }
}
