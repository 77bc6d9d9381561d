import StateProtocol

extension ViewGet: Handled {
  func handle(_ call: Call, from peer: Peer) throws(Failure) {
    peer.answer(call, with: .snapshot(try peer.views.open(view, for: call)))
  }
}
