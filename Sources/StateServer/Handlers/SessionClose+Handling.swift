import StateProtocol

extension SessionClose: Handled {
  func handle(_ call: Call, from connection: Connection) throws(Failure) {
    let session = try connection.views.session(session)
    try connection.views.note(call, of: session)
    guard let sharing = session.sharing else {
      let views = connection.views.all(in: session)
      connection.views.remove(session)
      return ViewClosing.close(views, of: session, reason: .sessionClosed, for: call)
    }
    let sessions = connection.host.sessions
    sessions.beginClosing(session)
    sharing.beginClosing()
    ViewClosing.close(sharing.views, reason: .sessionClosed, for: call) {
      sharing.dissolve(by: call.connection)
      sessions.remove(session)
    }
  }
}
