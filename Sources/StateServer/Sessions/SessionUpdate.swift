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
  /// Whether a later update says all that this one would.
  private(set) var isSuperseded = false

  /// Creates an update that mentions the views as opened that the former one would mention.
  init(of session: Session, after former: SessionUpdate?) {
    self.session = session
    guard let former else { return }
    swap(&opened, &former.opened)
    former.isSuperseded = former.closed.isEmpty && !former.isSessionClosed
  }

  /// Adds a view that was opened.
  func opened(_ subscription: Subscription) { opened[ObjectIdentifier(subscription)] = subscription }

  /// Removes a view that was closed before the client was shown it.
  func forget(_ subscription: Subscription) { opened[ObjectIdentifier(subscription)] = nil }

  /// Adds a view that was closed, whose subscription ends with the update.
  func closed(_ subscription: Subscription) { closed.append(subscription) }

  /// Adds that the session was closed.
  func sessionClosed() { isSessionClosed = true }

  /// Ends the subscriptions to closed views, when the update is sent or discarded.
  func endSubscriptions() { for subscription in closed { subscription.end() } }

  /// Writes the notification, with the states of a commit.
  func write(commit: Int, to writer: inout JSONWriter) {
    let connections = isSessionClosed ? 0 : max(1, session.members.count)
    let opened = opened.values.sorted { $0.view.number < $1.view.number }
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
