import StateProtocol

extension SessionClose: Handled {
  func handle(_ call: Call, from connection: Connection) throws(Failure) {
    let session = try connection.session(session)
    try connection.views.note(call, of: session)
    connection.host.sessions.end(session, by: call)
  }
}
