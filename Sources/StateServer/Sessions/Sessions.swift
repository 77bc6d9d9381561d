import StateProtocol

/// The shared sessions of a process, by name. This class ends shared and private sessions.
@MainActor
final class Sessions {
  /// The endings in progress. At a socket, the end of the process waits for them.
  let endings: Endings

  private let limits: ServerLimits
  private var sessions: [ExactString: Session] = [:]
  /// Whether every session ends when its last member leaves, whatever its `keep` is.
  private var keepsNone: Bool
  /// Called when a shared session or an ending was removed and ``isEmpty`` may be true.
  private let emptied: @MainActor () -> Void

  init(configuration: ServerConfiguration, keepsNone: Bool, emptied: @escaping @MainActor () -> Void) {
    limits = configuration.limits
    endings = Endings(timeout: configuration.closeTimeout, emptied: emptied)
    self.keepsNone = keepsNone
    self.emptied = emptied
  }

  /// Whether there is neither a shared session nor an ending in progress.
  var isEmpty: Bool { sessions.isEmpty && endings.isEmpty }

  /// The number of sessions.
  var count: Int { sessions.count }

  /// The sessions, sorted by name.
  var all: [Session] { sessions.values.sorted { $0.name.string < $1.name.string } }

  /// The session named `name`.
  subscript(name: ExactString) -> Session? { sessions[name] }

  /// Throws a failure if the process already has the largest allowed number of shared sessions.
  func checkCount() throws(Failure) {
    let limit = limits.sharedSessions
    guard sessions.count < limit else {
      throw Failure(.overloaded(.sharedSessions), "There are too many shared sessions: \(limit) are allowed.")
    }
  }

  /// Adds a session.
  func add(_ session: Session) { sessions[session.name] = session }

  // MARK: - End

  /// Closes a session for a call. Until the call is answered, the name of the session stays in use. The default session
  /// keeps its stores, and can then be used again.
  func close(_ session: Session, for call: Call) {
    Ending(
      of: session.views, in: session, .closed(by: call, .sessionClosed), awaitedBy: session.connections, among: endings
    ) { [self] in remove(session) }
  }

  /// Ends a session without members. No front end knows the session any longer, so its name is free at once.
  ///
  /// - Parameter former: The last member, which waits for the end of the work.
  private func end(_ session: Session, awaitedBy former: [Connection] = []) {
    Ending(of: Array(session.openViews), in: session, .shutdown, awaitedBy: former, among: endings)
    remove(session)
  }

  /// Removes a member from its session. If the session then has no members, it ends, unless it is kept.
  func leave(_ member: SessionMember) {
    let session = member.session
    session.remove(member)
    guard session.members.isEmpty, session.ending == nil else { return }
    if !isKept(session) { return end(session, awaitedBy: [member.connection]) }
    session.expiry = Deadline(after: .seconds(session.keep)) { [self] in end(session) }
  }

  /// Removes `connection` from the sessions that end when it leaves them.
  func leaveSessions(endingWith connection: Connection) {
    for member in connection.views.members where member.session.members.count == 1 && !isKept(member.session) {
      leave(member)
    }
  }

  private func isKept(_ session: Session) -> Bool { !keepsNone && session.keep > 0 }

  /// From now on, each session ends when its last member leaves. Sessions without members end at once.
  func keepNone() {
    keepsNone = true
    for session in all where session.members.isEmpty { end(session) }
  }

  private func remove(_ session: Session) {
    if sessions[session.name] === session { sessions[session.name] = nil }
    if isEmpty { emptied() }
  }
}
