import JSON
import SVVS
import StateProtocol

extension SessionOpen: HandledRequest {
  func handle(_ call: Call, on connection: Connection, in context: ServerContext) throws(Failure) {
    let opened = try shared ?? false ? share(connection, context) : openPrivately(connection)
    call.answer { opened.encode(to: &$0) }
  }

  @MainActor
  private func openPrivately(_ connection: Connection) throws(Failure) -> OpenedSession {
    guard keep == nil else { throw .invalid(ParameterName.keep, "is only for shared sessions") }
    let name = try connection.views.nameForSession(session) { _ in false }
    try connection.views.checkSessionCount()
    return OpenedSession(session: connection.openSession(name).name, token: nil)
  }

  @MainActor
  private func share(_ connection: Connection, _ context: ServerContext) throws(Failure) -> OpenedSession {
    let (keep, limit) = (keep ?? 0, context.limits.keep)
    guard 0...Double(limit) ~= keep else {
      throw .invalid(ParameterName.keep, "must be from 0 to \(limit) seconds")
    }
    let sessions = context.sessions
    let name = try connection.views.nameForSession(session) { sessions[$0] != nil }
    try connection.views.checkSessionCount()
    try sessions.checkCount()
    let session = Session(
      name, keep: keep, makeState: context.app.makeSession(), endings: sessions.endings,
      counting: context.subscriptionCount)
    let member = session.admit(connection)
    sessions.add(session)
    connection.views.add(member)
    return OpenedSession(session: name, token: member.token)
  }
}

extension SessionList: HandledRequest {
  func handle(_ call: Call, on connection: Connection, in context: ServerContext) throws(Failure) {
    let limit = context.limits.unreadBytes
    let shared = context.sessions.all
    guard shared.reduce(0, { $0 + $1.listedSize }) <= limit else {
      throw Failure(.overloaded(.unreadBytes), "The list is longer than \(limit) bytes.")
    }
    let sessions = shared.map { session in
      SharedSession(
        session: session.name, keep: session.keep,
        views: session.views.map { NamedView(view: $0.id, type: $0.interface.type) },
        connections: session.members.map(\.description))
    }
    let list = SharedSessions(sessions: sessions, connections: context.connections.count)
    call.answer { list.encode(to: &$0) }
  }
}

extension Session {
  /// The approximate size of the session in a list, in bytes.
  fileprivate var listedSize: Int {
    let views = openViews.reduce(0) { $0 + 24 + $1.id.string.utf8.count + $1.interface.type.utf8.count }
    return members.reduce(64 + views) { $0 + $1.listedSize }
  }
}

extension SessionMember {
  fileprivate var listedSize: Int {
    let client = connection.clientInfo
    return 96 + (client?.name.utf8.count ?? 0) + (client?.version?.utf8.count ?? 0)
  }
}

extension SessionClose: HandledRequest {
  func handle(_ call: Call, on connection: Connection, in context: ServerContext) throws(Failure) {
    let session = try connection.session(session)
    try connection.views.record(call, in: session)
    context.sessions.close(session, for: call)
  }
}
