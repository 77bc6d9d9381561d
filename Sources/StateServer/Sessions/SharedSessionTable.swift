import JSON
import SVVS
import StateProtocol

/// The shared sessions of a process, by name.
@MainActor
final class SharedSessionTable {
  private let configuration: ServerConfiguration
  private var sessions: [ExactString: Session] = [:]
  /// What ends those that nobody came back to, if nobody does.
  private var expiries: [ExactString: Task<Void, Never>] = [:]
  /// The names of those that are being closed by a call.
  private var closing: Set<ExactString> = []
  /// The work of sessions that have ended, which is being waited for.
  private var endings: [ObjectIdentifier: Closing] = [:]
  /// Whether a session ends with its last connection, however long it was to be kept.
  private var keepsNone: Bool
  /// Called when there is none left.
  private let emptied: @MainActor () -> Void

  init(configuration: ServerConfiguration, keepsNone: Bool, emptied: @escaping @MainActor () -> Void) {
    self.configuration = configuration
    self.keepsNone = keepsNone
    self.emptied = emptied
  }

  /// Whether there is no session, and no work of one that has ended.
  var isEmpty: Bool { sessions.isEmpty && endings.isEmpty }

  /// How many sessions there are.
  var count: Int { sessions.count }

  /// The sessions, by name.
  var all: [Session] { sessions.values.sorted { $0.name.string < $1.name.string } }

  /// The session of a name.
  subscript(name: ExactString) -> Session? { sessions[name] }

  /// Throws a failure if the process may have no further shared session.
  func checkCount() throws(Failure) {
    let limit = configuration.limits.sharedSessions
    guard sessions.count < limit else {
      throw Failure(.overloaded(.sharedSessions), "There are too many shared sessions: \(limit) are allowed.")
    }
  }

  /// Adds a session.
  func add(_ session: Session) { sessions[session.name] = session }

  /// Notes that a call closes a session, whose name stays in use until then.
  func beginClosing(_ session: Session) { closing.insert(session.name) }

  /// Forgets a session that is closed: the name is free.
  func remove(_ session: Session) {
    expiries.removeValue(forKey: session.name)?.cancel()
    closing.remove(session.name)
    sessions[session.name] = nil
    if isEmpty { emptied() }
  }

  /// Notes that a connection is in a session.
  func joined(_ session: Session) { expiries.removeValue(forKey: session.name)?.cancel() }

  /// Whether a session ends when a connection does; if so, no other may join it from now on.
  func beginEnd(of sharing: Sharing, with connection: Connection) -> Bool {
    let endsNow = keepsNone || sharing.keep == 0
    guard endsNow, sharing.members.allSatisfy({ $0.connection === connection }) else { return false }
    sharing.closeDoors()
    return true
  }

  /// Removes a connection that has ended from a session, which may be the end of that.
  func leave(_ member: SessionMember) {
    let session = member.session
    guard let sharing = session.sharing else { return }
    sharing.remove(member)
    guard sharing.members.isEmpty, sessions[session.name] === session, !closing.contains(session.name) else { return }
    if keepsNone || sharing.keep == 0 || !sharing.isOpen { return end(session) }
    expiries[session.name] = Task {
      // Cancelled, since somebody has come back, it has nothing to do.
      guard (try? await TimerClock().sleep(for: .seconds(sharing.keep))) != nil else { return }
      // Somebody may have come just before this ran.
      if sharing.members.isEmpty, sessions[session.name] === session { end(session) }
    }
  }

  /// Ends each session with its last connection from now on, and those at once that have none.
  func keepNone() {
    keepsNone = true
    for session in all where session.sharing?.members.isEmpty ?? true { end(session) }
  }

  /// Waits for the work of the sessions that have ended.
  func endingsEnded() async {
    while let ending = endings.first?.value { await ending.ended }
  }

  /// Cancels the work of a view that the server has closed unasked, and waits for it before the process ends; also for
  /// a call that goes on without the view.
  func abandon(_ view: View, besides call: Call?) {
    end([view], besides: call, reason: .viewClosed) {}
  }

  /// Ends a session that no connection is in: cancels its work, waits for that, and releases the views.
  private func end(_ session: Session) {
    let views = session.sharing?.views.filter { $0.closing == nil } ?? []
    session.sharing?.closeDoors()
    end(views, reason: .sessionClosed) {
      for view in views { view.close(.sessionClosed) }
      session.sharing?.release()
    }
    remove(session)
  }

  /// Cancels the work of views, and calls `ended` when it has ended.
  private func end(
    _ views: [View], besides call: Call? = nil, reason: CancellationReason, ended: @escaping @MainActor () -> Void
  ) {
    let closing = Closing(limit: TimeLimit(configuration.closeTimeout))
    let key = ObjectIdentifier(closing)
    endings[key] = closing
    for view in views { view.beginClosing(closing) }
    closing.begin {
      await WorkEnd.wait(for: views, reason: reason, within: closing.limit)
      if let call { _ = await TimeLimit(self.configuration.closeTimeout).wait { await call.settlement } }
      ended()
      self.endings[key] = nil
      if self.isEmpty { self.emptied() }
    }
  }
}
