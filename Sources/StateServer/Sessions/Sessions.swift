import StateProtocol

/// The shared sessions of a process, by name. This class ends shared and private sessions.
@MainActor
final class Sessions {
  /// The endings that no connection waits for. The end of the process waits for them.
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

  /// Ends a session: cancels its work, waits for the end of the work, and closes the views.
  ///
  /// If a call closes the session, the call is answered when the views are closed. Until then, the name of a shared
  /// session stays in use. If the session has no members, no front end knows it any longer, and its name is free at
  /// once.
  func end(_ session: Session, by call: Call? = nil) {
    let ending = Ending(in: call?.connection.endings ?? session.endings)
    let earlier = session.beginEnding(ending)
    if let call {
      call.connection.close(session.views, by: ending, after: earlier, reason: .sessionClosed, for: call) { [self] in
        session.end(by: call.connection)
        remove(session)
      }
    } else {
      ending.begin(Array(session.openViews), after: earlier, reason: .sessionClosed) { views in
        for view in views { view.end(.unused) }
        session.end(by: nil)
      }
      // Removes the session only after the ending has begun. Otherwise, the server would be idle in between.
      remove(session)
    }
  }

  /// Removes a connection that has ended from its session. If the session then has no members, the session ends, unless
  /// it is kept.
  func leave(_ member: SessionMember) {
    let session = member.session
    session.remove(member)
    guard session.members.isEmpty, session.ending == nil else { return }
    if keepsNone || session.keep == 0 || !session.isOpen { return end(session) }
    session.expire { [self] in end(session) }
  }

  /// Stops admitting other connections to a session, if the session will end when `connection` ends.
  func close(_ session: Session, endingWith connection: Connection) {
    guard keepsNone || session.keep == 0, session.members.allSatisfy({ $0.connection === connection }) else { return }
    session.close()
  }

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
