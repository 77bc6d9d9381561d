import JSON
import SVVS
import StateProtocol

extension SessionJoin: HandledRequest {
  func handle(_ call: Call, on connection: Connection, in context: ServerContext) throws(Failure) {
    guard call.batch == nil else { throw Failure(.invalidRequest, "session/join cannot be in a batch.") }
    let session = try sharedSession(for: connection, in: context.sessions)
    let frontEnd = try frontEndNumber(in: session)
    let former = frontEnd.flatMap { session.member($0) }?.connection
    try check(session, call, connection, former, context.limits)
    let member = session.admit(connection, as: frontEnd, delivery: delivery ?? .properties)
    connection.views.add(member)
    // A front end that joins again has lost its former connection. The server may not have noticed that yet.
    former?.end(.cut)
    // Ending the former connection has ended a turn. This connection may have been cut in that turn, too.
    guard !connection.isOver else { return }
    let views = session.views.filter { $0.ending == nil }
    context.turn.beginCommit(forJoining: views)
    let subscriptions = views.map { connection.outbox.show($0, delivery: member.delivery) }
    let requests = FormerRequests(frontEnd == nil ? [] : unanswered ?? [], of: member)
    call.answer(.joined(JoinReply(member: member, subscriptions: subscriptions, requests: requests)))
  }
}

@MainActor
extension SessionJoin {
  // MARK: - Checks before any change

  private func sharedSession(for connection: Connection, in sessions: Sessions) throws(Failure) -> Session {
    guard let found = sessions[session], found.isOpen else {
      throw .unknown(ParameterName.session, session, among: sessions.count, "is not a shared session") {
        sessions.all.filter(\.isOpen).map(\.name)
      }
    }
    guard connection.views.member(in: found) == nil else {
      throw .invalid(ParameterName.session, "is already joined on this connection")
    }
    guard !connection.views.hasSession(session) else { throw .inUse(ParameterName.session, session) }
    return found
  }

  private func frontEndNumber(in session: Session) throws(Failure) -> Int? {
    guard let token else {
      guard unanswered?.isEmpty ?? true else { throw .invalid(ParameterName.unanswered, "needs a token") }
      return nil
    }
    guard let number = session.number(of: token) else {
      throw .invalid(ParameterName.token, "does not belong to this session")
    }
    return number
  }

  private func check(
    _ session: Session, _ call: Call, _ connection: Connection, _ former: Connection?, _ limits: ServerLimits
  ) throws(Failure) {
    // A connection may have sent a join before it was cut. The server may read that join after the front end has joined
    // on a newer connection.
    if let former, former.number > connection.number {
      throw .invalid(ParameterName.token, "belongs to a newer connection")
    }
    try connection.views.checkSessionCount()
    guard connection.views.count + session.viewCount <= limits.openViews else {
      throw Failure(.overloaded(.openViews), "Too many views would be open.")
    }
    try connection.views.checkSubscriptionCount(adding: session.viewCount)
    if let view = session.view(namedAsOneOf: connection.views) {
      throw .invalid(
        ParameterName.session, "has a view whose name is in use here: \"\(view.id.string)\"",
        detail: .nameInUse(view.id.string))
    }
    guard let index = (unanswered ?? []).firstIndex(where: { $0 == call.id || connection.calls.contains($0) }) else {
      return
    }
    throw Failure(
      JSONDecodingError("is the id of a request that is under way on this connection", at: JSONPointer(String(index))),
      inside: ParameterName.unanswered)
  }
}
