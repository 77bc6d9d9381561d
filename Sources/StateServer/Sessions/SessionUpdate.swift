import JSON
import SVVS
import StateProtocol

/// A `session/changed` notification that is being assembled for one connection. It contains the views of one session
/// that other members have opened, and the views that other members or the server have closed.
///
/// While the client does not read, changes of the session are merged into one update.
@MainActor
final class SessionUpdate {
  let session: Session
  /// The subscriptions to the views that were opened.
  private var opened: [ObjectIdentifier: Subscription] = [:]
  /// The subscriptions to the views that were closed. Their last changes are sent before the update, and they end with
  /// it.
  var closed: [Subscription] = []
  /// Whether the session was closed.
  var isSessionClosed = false
  /// Whether a later update contains everything that this update would contain.
  private(set) var isSuperseded = false

  /// Creates an update that takes over the opened views of `former`.
  init(of session: Session, after former: SessionUpdate?) {
    self.session = session
    guard let former else { return }
    swap(&opened, &former.opened)
    former.isSuperseded = former.closed.isEmpty && !former.isSessionClosed
  }

  /// Adds a view that was opened.
  func opened(_ subscription: Subscription) { opened[ObjectIdentifier(subscription)] = subscription }

  /// Removes an opened view that was closed before the client received it.
  func removeOpened(_ subscription: Subscription) { opened[ObjectIdentifier(subscription)] = nil }

  /// Writes the notification, with the states of the views at `commit`.
  func write(commit: Int, to writer: inout JSONWriter) {
    let connections = isSessionClosed ? 0 : max(1, session.members.count)
    let opened = opened.values.sorted { $0.view.number < $1.view.number }
    writer.request(
      NotificationMethod.sessionChanged.rawValue, id: nil,
      params: SessionChanged(
        session: session.name, opened: ShownViews(subscriptions: opened, commit: commit, namesCommit: true),
        closed: closed.map(\.view.id), connections: connections))
  }
}
