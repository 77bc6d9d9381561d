import JSON
import StateProtocol

extension SessionOpen: Handled {
  func handle(_ call: Call, from connection: Connection) throws(Failure) {
    let opened = try shared ?? false ? share(connection) : own(connection)
    connection.answer(call) { opened.encode(to: &$0) }
  }
}

@MainActor
extension SessionOpen {
  private func own(_ connection: Connection) throws(Failure) -> OpenedSession {
    guard keep == nil else { throw .invalid(ParameterName.keep, "is for a shared session") }
    let name = try connection.views.nameForSession(session) { _ in false }
    try connection.views.checkSessionCount()
    return OpenedSession(session: connection.openSession(name).name)
  }

  private func share(_ connection: Connection) throws(Failure) -> OpenedSession {
    let host = connection.host
    let keep = keep ?? 0
    guard 0...Double(host.configuration.limits.keep) ~= keep else {
      throw .invalid(ParameterName.keep, "must be from 0 to \(host.configuration.limits.keep) seconds")
    }
    let name = try connection.views.nameForSession(session) { host.sessions[$0] != nil }
    try connection.views.checkSessionCount()
    try host.sessions.checkCount()
    let session = Session(
      name, keep: keep, stores: host.app.makeSession(), endings: host.sessions.endings,
      counting: host.subscriptionCount)
    let member = session.admit(connection)
    host.sessions.add(session)
    connection.views.add(member)
    return OpenedSession(session: name, token: member.token)
  }
}
