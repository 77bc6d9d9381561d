import SVVS
import StateProtocol

extension ViewOpen: Handled {
  func handle(_ call: Call, from peer: Peer) throws(Failure) {
    let limits = peer.host.configuration.limits
    // A view that was closed takes memory until that was sent.
    guard peer.views.count + peer.outbox.endedCount < limits.openViews else {
      throw Failure(.overloaded(.openViews), "Too many views are open: \(limits.openViews) are allowed.")
    }
    let session = try peer.views.session(session)
    try peer.views.checkSubscriptionCount(adding: session.sharing?.members.count ?? 1)
    try peer.views.note(call, of: session)
    let view = try peer.views.make(self, in: session, after: peer.host.commits.number)
    let subscription = peer.show(view, delivery: delivery ?? .properties)
    view.effectScope?.open()
    ViewClosing.closeAtExpiry(view, openedBy: peer)
    session.sharing?.opened(view, by: peer)
    peer.answer(call, with: .opened(subscription))
  }
}
