import JSON
import SVVS
import StateProtocol

/// A `session/changed` that is to be sent to one connection: the views that others have opened and closed in one of its
/// sessions, and those that the server has closed.
///
/// While the client does not read, everything that happens in the session is merged into one update.
@MainActor
final class SessionUpdate {
  let session: Session
  /// The subscriptions to the views that were opened.
  private var opened: [ObjectIdentifier: Subscription] = [:]
  /// The subscriptions to the views that were closed. Their last changes are sent before the update.
  private var closed: [Subscription] = []
  private var isSessionClosed = false

  init(of session: Session) { self.session = session }

  /// Adds a view that was opened.
  func opened(_ subscription: Subscription) { opened[ObjectIdentifier(subscription)] = subscription }

  /// Adds a view that was closed, whose subscription ends with the update. One that the client was not shown is not
  /// mentioned and ends now.
  func closed(_ subscription: Subscription) {
    opened[ObjectIdentifier(subscription)] = nil
    if subscription.isShown { closed.append(subscription) } else { subscription.end() }
  }

  /// Adds that the session was closed.
  func sessionClosed() { isSessionClosed = true }

  /// Ends the subscriptions to closed views, when the update is sent or discarded.
  func endSubscriptions() { for subscription in closed { subscription.end() } }

  /// Writes the notification, with the states of a commit.
  func write(commit: Int, to writer: inout JSONWriter) {
    let connections = isSessionClosed ? 0 : max(1, session.sharing?.members.count ?? 0)
    // A view may have closed after a later update was begun, which does not mention it.
    let opened = opened.values.filter { $0.view.closed == nil }.sorted { $0.view.number < $1.view.number }
    writer.notification(SessionChanged.method) { writer in
      SessionChanged.writeMembers(
        session: session.name, closed: closed.map(\.view.id), connections: connections, to: &writer
      ) { writer in
        for subscription in opened {
          let view = subscription.view
          OpenedView.write(view: view.id, type: view.type.name, params: view.params, commit: commit, to: &writer) {
            subscription.writeState(commit: commit, to: &$0)
          }
        }
      }
    }
  }
}
