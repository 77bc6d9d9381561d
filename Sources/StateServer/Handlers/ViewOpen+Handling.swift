import StateProtocol

extension ViewOpen: Handled {
  func handle(_ call: Call, from peer: Peer) throws(Failure) {
    let limits = peer.host.configuration.limits
    if let batch = call.batch, batch.snapshotSize > limits.unreadBytes { throw .tooLargeBatch }
    // A view that was closed takes memory until that was sent.
    guard peer.views.count + peer.outbox.endedCount < limits.openViews else {
      throw Failure(.overloaded(.openViews), "Too many views are open.")
    }
    let subscription = try peer.views.open(self, after: peer.host.commits.number) { view in
      peer.subscribe(to: view, delivery: delivery ?? .properties)
    }
    call.batch?.opened(snapshotOf: subscription.snapshotSize)
    peer.answer(call, with: .opened(subscription))
  }
}
