import JSON
import StateProtocol

extension SessionOpen: Handled {
  func handle(_ call: Call, from peer: Peer) throws(Failure) {
    let opened = try shared ?? false ? share(peer) : own(peer)
    peer.answer(call) { opened.encode(to: &$0) }
  }
}

@MainActor
extension SessionOpen {
  private func own(_ peer: Peer) throws(Failure) -> OpenedSession {
    guard keep == nil else { throw .invalid(ParameterName.keep, "is for a shared session") }
    let name = try peer.views.nameForSession(session) { _ in false }
    try peer.views.checkSessionCount()
    let host = peer.host
    peer.views.add(Session(name, stores: host.app.makeSession(), counting: host.subscriptionCount))
    return OpenedSession(session: name)
  }

  private func share(_ peer: Peer) throws(Failure) -> OpenedSession {
    let host = peer.host
    let keep = keep ?? 0
    guard 0...Double(host.configuration.limits.keep) ~= keep else {
      throw .invalid(ParameterName.keep, "must be from 0 to \(host.configuration.limits.keep) seconds")
    }
    let name = try peer.views.nameForSession(session) { host.sessions[$0] != nil }
    try peer.views.checkSessionCount()
    try host.sessions.checkCount()
    let sharing = Sharing(keep: keep)
    let session = Session(
      name, stores: host.app.makeSession(), sharing: sharing, counting: host.subscriptionCount)
    let membership = sharing.admit(peer, to: session, as: nil, delivery: .properties)
    host.sessions.add(session)
    peer.views.add(session, as: membership)
    return OpenedSession(session: name, token: membership.token)
  }
}
