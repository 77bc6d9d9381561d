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
    let host = connection.host
    connection.views.add(Session(name, stores: host.app.makeSession(), counting: host.subscriptionCount))
    return OpenedSession(session: name)
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
    let sharing = Sharing(keep: keep)
    let session = Session(
      name, stores: host.app.makeSession(), sharing: sharing, counting: host.subscriptionCount)
    let member = sharing.admit(connection, to: session, as: nil, delivery: .properties)
    host.sessions.add(session)
    connection.views.add(session, as: member)
    return OpenedSession(session: name, token: member.token)
  }
}
