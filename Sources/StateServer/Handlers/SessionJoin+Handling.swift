import JSON
import JSONRPC
import SVVS
import StateProtocol

extension SessionJoin: Handled {
  func handle(_ call: Call, from peer: Peer) throws(Failure) {
    guard call.batch == nil else { throw Failure(.invalidRequest, "session/join cannot be in a batch.") }
    let (session, sharing) = try sharedSession(for: peer)
    let frontEnd = try frontEndNumber(in: sharing)
    let formerPeer = frontEnd.flatMap { sharing.member($0) }?.peer
    try check(sharing, call, peer, formerPeer)
    let membership = sharing.admit(peer, to: session, as: frontEnd, delivery: delivery ?? .properties)
    peer.host.sessions.joined(session)
    peer.views.add(session, as: membership)
    // The front end says that it was cut off, and knows it before the server may.
    formerPeer?.disconnect()
    // That has ended a turn, in which this connection may have been cut off as well.
    guard !peer.isOver else { return }
    let views = sharing.views.filter { $0.closing == nil }
    beginCommit(for: views, of: peer.host.commits)
    let subscriptions = views.map { peer.show($0, delivery: membership.delivery) }
    let requests = frontEnd == nil ? FormerRequests() : takeOver(for: membership)
    peer.answer(
      call, with: .joined(Joining(membership: membership, subscriptions: subscriptions, requests: requests)))
  }
}

@MainActor
extension SessionJoin {
  // MARK: - Checks, before anything is done

  private func sharedSession(for peer: Peer) throws(Failure) -> (Session, Sharing) {
    let sessions = peer.host.sessions
    guard let found = sessions[session], let sharing = found.sharing, sharing.isOpen else {
      throw .unknown(ParameterName.session, session, among: sessions.count, "is no shared session") {
        sessions.all.filter { $0.sharing?.isOpen ?? false }.map(\.name)
      }
    }
    guard peer.views.membership(in: found) == nil else { throw .invalid(ParameterName.session, "was joined already") }
    guard !peer.views.hasSession(session) else { throw .inUse(ParameterName.session, session) }
    return (found, sharing)
  }

  private func frontEndNumber(in sharing: Sharing) throws(Failure) -> Int? {
    guard let token else {
      guard unanswered?.isEmpty ?? true else { throw .invalid(ParameterName.unanswered, "needs a token") }
      return nil
    }
    guard let number = sharing.number(of: token) else {
      throw .invalid(ParameterName.token, "is of no connection of this session")
    }
    return number
  }

  private func check(_ sharing: Sharing, _ call: Call, _ peer: Peer, _ formerPeer: Peer?) throws(Failure) {
    // A join that a connection sent before it was cut may be read after its front end has come back on a newer one.
    if let formerPeer, formerPeer.number > peer.number {
      throw .invalid(ParameterName.token, "belongs to a newer connection")
    }
    try peer.views.checkSessionCount()
    guard peer.views.count + sharing.viewCount <= peer.host.configuration.limits.openViews else {
      throw Failure(.overloaded(.openViews), "Too many views would be open.")
    }
    try peer.views.checkSubscriptionCount(adding: sharing.viewCount)
    if let view = sharing.view(namedAsOneOf: peer.views) {
      throw .invalid(
        ParameterName.session, "has a view whose name is in use here: \"\(view.id.string)\"",
        detail: .nameInUse(view.id.string))
    }
    guard let index = (unanswered ?? []).firstIndex(where: { $0 == call.id || peer.calls.contains($0) }) else { return }
    throw Failure(
      JSONDecodingError("is the id of a request that is under way here", at: JSONPointer(String(index))),
      inside: ParameterName.unanswered)
  }

  // MARK: - What has happened meanwhile

  /// Gives a number of its own to what has changed while nobody looked: the state of the last commit was another.
  private func beginCommit(for views: [View], of commits: Commits) {
    for view in views where view.subscriptions.isEmpty { view.noteChange() }
    guard views.contains(where: \.mayHaveChanged) else { return }
    commits.advance()
    for view in views { view.changed(in: commits.number) }
  }

  private func takeOver(for membership: Membership) -> FormerRequests {
    var requests = FormerRequests()
    var known: Set<RequestID> = []
    for id in unanswered ?? [] where known.insert(id).inserted {
      guard let sharing = membership.session.sharing, let receipt = sharing.receipt(id, of: membership.number)
      else {
        requests.unknown.append(id)
        continue
      }
      // Its reply may wait for a reader that does not come back.
      if case .underWay(let call) = receipt.state, call.isAnswered { call.peer.disconnect() }
      switch receipt.state {
      case .answered(let reply): requests.answers.append((id, reply))
      case .underWay(let call):
        membership.peer.calls.takeOver(call, id: id, for: membership.peer)
        requests.running.append(id)
      }
    }
    return requests
  }
}
