import StateProtocol

extension ViewClose: Handled {
  func handle(_ call: Call, from peer: Peer) throws(Failure) {
    ViewClosing.close([try peer.views.open(view, for: call).view], reason: .viewClosed, for: call)
  }
}
