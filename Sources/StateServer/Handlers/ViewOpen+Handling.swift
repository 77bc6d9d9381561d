import SVVS
import StateProtocol

extension ViewOpen: Handled {
  func handle(_ call: Call, from connection: Connection) throws(Failure) {
    let limits = connection.host.configuration.limits
    // A view that was closed takes memory until that was sent.
    guard connection.views.count + connection.outbox.endedCount < limits.openViews else {
      throw Failure(.overloaded(.openViews), "Too many views are open: \(limits.openViews) are allowed.")
    }
    let session = try connection.session(session)
    try connection.views.checkSubscriptionCount(adding: session.members.count)
    try connection.views.note(call, of: session)
    let view = try connection.views.make(self, in: session, after: connection.host.commits.number)
    let subscription = connection.show(view, delivery: delivery ?? .properties)
    view.effectScope?.open()
    view.closeWithLifetime()
    session.opened(view, by: connection)
    connection.answer(call, with: .opened(subscription))
  }
}
