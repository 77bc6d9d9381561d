import StateProtocol

/// How views are closed: by a call, or because their opening cannot be answered.
@MainActor
enum ViewClosing {
  /// Closes views; the reply to `call` is the last that is heard of them.
  static func close(_ closing: [View], reason: CancellationReason, for call: Call) {
    let peer = call.peer
    peer.calls.close(closing, reason: reason, for: call) { closed in
      let ended = closed.compactMap { peer.views.subscription(to: $0) }
      // The names are free as soon as the reply is on its way, whenever that is read.
      for view in closed {
        peer.views.remove(view)
        view.close(reason)
      }
      peer.answer(call, with: .closed(ended))
    }
  }

  /// Closes a view whose opening cannot be answered: nothing of it is mentioned from now on.
  static func abandon(_ subscription: Subscription, of peer: Peer) {
    let view = subscription.view
    guard view.closing == nil else { return }
    peer.views.remove(view)
    view.abandon()
    peer.outbox.forget(subscription)
    peer.calls.abandon(view, of: peer)
    subscription.end()
  }
}
