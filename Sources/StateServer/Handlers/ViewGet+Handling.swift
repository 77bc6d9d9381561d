import StateProtocol

extension ViewGet: Handled {
  func handle(_ call: Call, from peer: Peer) throws(Failure) {
    peer.calls.answer(call, with: .snapshot(try peer.views.open(view)))
  }
}
