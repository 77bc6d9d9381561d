import SVVS
import StateProtocol

extension SessionList: Handled {
  func handle(_ call: Call, from peer: Peer) {
    let host = peer.host
    let sessions = host.sessions.all.compactMap { session in
      session.sharing.map { sharing in
        SharedSession(
          session: session.name, keep: sharing.keep,
          views: sharing.views.map { NamedView(view: $0.id, type: $0.type.name) },
          connections: sharing.members.map(\.description))
      }
    }
    let list = SharedSessions(sessions: sessions, connections: host.connectionCount)
    peer.answer(call, with: .result { list.encode(to: &$0) })
  }
}
