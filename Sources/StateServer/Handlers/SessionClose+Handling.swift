import StateProtocol

extension SessionClose: Handled {
  func handle(_ call: Call, from peer: Peer) throws(Failure) {
    let session = try peer.views.session(session)
    try peer.views.note(call, of: session)
    guard let sharing = session.sharing else {
      let views = peer.views.all(in: session)
      peer.views.remove(session)
      return ViewClosing.close(views, of: session, reason: .sessionClosed, for: call)
    }
    let sessions = peer.host.sessions
    sessions.beginClosing(session)
    sharing.beginClosing()
    ViewClosing.close(sharing.views, reason: .sessionClosed, for: call) {
      sharing.dissolve(by: call.peer)
      sessions.remove(session)
    }
  }
}
