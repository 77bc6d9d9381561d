import JSON
import JSONRPC
import SVVS
import StateProtocol

/// What one connection is to be sent of what others, or the server, did in a session: one `session/changed`, written
/// when its turn has come.
@MainActor
final class SessionNews {
  /// What showed the views that were closed; it ends when this is sent.
  private(set) var ended: [Subscription] = []

  let session: Session
  /// The connection in the session, if that is shared.
  private let membership: Membership?
  /// Whether they are that the session was closed; those before say that it is open.
  private var isSessionClosed = false
  /// What shows the views that were opened.
  private var opened: [ObjectIdentifier: Subscription] = [:]

  init(of session: Session, for membership: Membership?) {
    self.session = session
    self.membership = membership
  }

  /// Adds a view that was opened.
  func opened(_ subscription: Subscription) { opened[ObjectIdentifier(subscription)] = subscription }

  /// Adds a view that was closed.
  func closed(_ subscription: Subscription) { ended.append(subscription) }

  /// Adds that the session was closed.
  func sessionClosed() { isSessionClosed = true }

  /// Removes a view that was to be sent as opened.
  ///
  /// - Returns: Whether it was.
  func takeBack(_ subscription: Subscription) -> Bool {
    opened.removeValue(forKey: ObjectIdentifier(subscription)) != nil
  }

  /// Notes that it goes out now, or never will.
  func settle() {
    membership?.sent(self)
    for subscription in ended { subscription.end() }
  }

  /// Writes the notification, with the states of a commit.
  func write(commit: Int, to writer: inout JSONWriter) {
    let connections = isSessionClosed ? 0 : max(1, session.sharing?.members.count ?? 0)
    writer.notification(SessionChanged.method) { writer in
      SessionChanged.writeMembers(
        session: session.name, closed: ended.map(\.view.id), connections: connections, to: &writer
      ) { writer in
        for subscription in opened.values.sorted(by: { $0.view.number < $1.view.number }) {
          let view = subscription.view
          OpenedView.write(view: view.id, type: view.type.name, params: view.params, commit: commit, to: &writer) {
            subscription.writeState(commit: commit, to: &$0)
          }
        }
      }
    }
  }
}
