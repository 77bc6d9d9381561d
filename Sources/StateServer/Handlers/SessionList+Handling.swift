import SVVS
import StateProtocol

extension SessionList: Handled {
  func handle(_ call: Call, from connection: Connection) throws(Failure) {
    let host = connection.host
    let limit = host.configuration.limits.unreadBytes
    let shared = host.sessions.all
    guard shared.reduce(0, { $0 + $1.listedSize }) <= limit else {
      throw Failure(.overloaded(.unreadBytes), "The list is longer than \(limit) bytes.")
    }
    let sessions = shared.map { session in
      SharedSession(
        session: session.name, keep: session.keep,
        views: session.views.map { NamedView(view: $0.id, type: $0.type.name) },
        connections: session.members.map(\.description))
    }
    let list = SharedSessions(sessions: sessions, connections: host.connectionCount)
    connection.answer(call) { list.encode(to: &$0) }
  }
}

extension Session {
  /// About how many bytes the session takes in a list.
  fileprivate var listedSize: Int {
    let views = openViews.reduce(0) { $0 + 24 + $1.id.string.utf8.count + $1.type.name.utf8.count }
    return members.reduce(64 + views) { size, member in
      let client = member.connection.clientInfo
      return size + 96 + (client?.name.utf8.count ?? 0) + (client?.version?.utf8.count ?? 0)
    }
  }
}
