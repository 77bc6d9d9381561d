import StateProtocol

extension SessionClose: Handled {
  func handle(_ call: Call, from peer: Peer) throws(Failure) {
    ViewClosing.close(try peer.views.closeSession(session), reason: .sessionClosed, for: call)
  }
}
