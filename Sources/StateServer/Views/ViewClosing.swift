import StateProtocol

/// How views are closed: by a call, or because their opening cannot be answered.
@MainActor
enum ViewClosing {
  /// Closes views for all who show them; the reply to `call` is the last that is heard of them.
  ///
  /// - Parameter closed: Called when all are closed, before the reply.
  static func close(
    _ closing: [View], reason: CancellationReason, for call: Call, closed isClosed: @escaping @MainActor () -> Void = {}
  ) {
    call.peer.calls.close(closing, reason: reason, for: call) { closed in
      let peer = call.peer
      // The names are free as soon as the reply is on its way, whenever that is read.
      let ended = closed.compactMap { peer.hide($0) }
      for view in closed {
        view.session.sharing?.closed(view, by: peer)
        view.close(reason)
      }
      isClosed()
      peer.answer(call, with: .closed(ended))
    }
  }

  /// Closes a view whose opening cannot be answered: nothing of it is mentioned from now on.
  static func abandon(_ subscription: Subscription, of peer: Peer) {
    let view = subscription.view
    guard view.closing == nil else { return }
    peer.views.remove(view)
    view.session.sharing?.closed(view, by: peer)
    view.abandon()
    peer.outbox.forget(subscription)
    peer.calls.abandon(view)
    subscription.end()
  }
}
