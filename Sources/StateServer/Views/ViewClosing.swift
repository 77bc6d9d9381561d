import SVVS
import StateProtocol

/// How views are closed: by a call, at the end of their lifetime, or because their opening cannot be answered.
@MainActor
enum ViewClosing {
  /// Closes views for all who show them; the reply to `call` is the last that is heard of them.
  ///
  /// - Parameters:
  ///   - session: The session that is closed with them, if it belongs to one connection.
  ///   - closed: Called when all are closed, before the reply.
  static func close(
    _ closing: [View], of session: Session? = nil, reason: CancellationReason, for call: Call,
    closed isClosed: @escaping @MainActor () -> Void = {}
  ) {
    call.connection.calls.close(closing, ofSession: session?.name, reason: reason, for: call) { closed in
      let connection = call.connection
      // The names are free as soon as the reply is on its way, whenever that is read.
      let ended = closed.compactMap { connection.hide($0) }
      for view in closed {
        view.close(reason)
        view.session.sharing?.closed(view, by: connection)
      }
      isClosed()
      connection.answer(call, with: .closed(ended))
    }
  }

  /// Closes a view whose opening cannot be answered: nothing of it is mentioned from now on.
  static func abandon(_ subscription: Subscription, of connection: Connection) {
    let view = subscription.view
    guard view.closing == nil else { return }
    connection.views.remove(view)
    connection.calls.abandon(view)
    view.abandon()
    view.session.sharing?.closed(view, by: connection)
  }

  /// Has a view closed in the step in which its lifetime ends, if it has one.
  ///
  /// - Parameter connection: The connection that opens it.
  static func closeAtExpiry(_ view: View, openedBy connection: Connection) {
    guard let lifetime = view.lifetime else { return }
    view.expires(
      lifetime.onEnd { [weak view, weak connection, weak host = connection.host] in
        guard let view, let host else { return }
        // What closes it already says so when it has; until then, nothing more of it is sent.
        if view.closing == nil { expire(view, openedBy: connection, host.sessions) } else { view.abandon() }
      })
  }

  /// Closes a view whose lifetime is over: answers its calls, and sends all who show it that it is closed.
  ///
  /// Its work is cancelled, and waited for only before the connection or the process ends. The call whose own work has
  /// ended the lifetime goes on, and is answered when it has settled.
  private static func expire(_ view: View, openedBy connection: Connection?, _ sessions: SharedSessionTable) {
    let released = Call.running.flatMap { $0.view === view ? $0 : nil }
    if let released { view.release(released) }
    let calls = view.calls
    let sharing = view.session.sharing
    if sharing == nil { connection?.calls.abandon(view) } else { sessions.abandon(view, besides: released) }
    view.abandon()
    for call in calls { call.connection.calls.settle(call) }
    if let sharing { sharing.closed(view) } else { connection?.closed(view) }
  }
}
