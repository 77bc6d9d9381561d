import JSON
import JSONRPC
import SVVS
import StateProtocol

extension SessionJoin: Handled {
  func handle(_ call: Call, from peer: Peer) throws(Failure) {
    let (session, sharing) = try sharedSession(for: peer)
    let former = try formerNumber(in: sharing)
    try checkNames(in: sharing, peer)
    let formerPeer = former.flatMap { sharing.member($0) }?.peer
    let membership = sharing.admit(peer, to: session, resuming: former, delivery: delivery ?? .properties)
    peer.host.sessions.joined(session)
    peer.views.add(session, as: membership)
    // The front end says that it was cut off, and knows it before the server may.
    formerPeer?.disconnect()
    let subscriptions = sharing.views.filter { $0.closing == nil }.map { view in
      // What has changed while nobody looked is known of by nobody.
      if view.subscriptions.isEmpty { view.noteChange() }
      return peer.show(view, delivery: membership.delivery)
    }
    let requests = former.map { takeOver(from: $0, for: membership) } ?? FormerRequests()
    peer.answer(
      call, with: .joined(Joining(membership: membership, subscriptions: subscriptions, requests: requests)))
  }
}

@MainActor
extension SessionJoin {
  // MARK: - Checks, before anything is done

  private func sharedSession(for peer: Peer) throws(Failure) -> (Session, Sharing) {
    guard let found = peer.host.sessions[session], let sharing = found.sharing else {
      throw .invalid(ParameterName.session, "is no shared session")
    }
    guard peer.views.membership(in: found) == nil else { throw .invalid(ParameterName.session, "was joined already") }
    guard !peer.views.hasSession(session) else { throw .invalid(ParameterName.session, "is in use") }
    return (found, sharing)
  }

  private func formerNumber(in sharing: Sharing) throws(Failure) -> Int? {
    guard let token else {
      guard unanswered?.isEmpty ?? true else { throw .invalid(ParameterName.unanswered, "needs a token") }
      return nil
    }
    guard let number = sharing.number(of: token) else {
      throw .invalid(ParameterName.token, "is of no connection of this session")
    }
    return number
  }

  private func checkNames(in sharing: Sharing, _ peer: Peer) throws(Failure) {
    if let view = sharing.views.first(where: { peer.views.contains($0.id) }) {
      throw .invalid(ParameterName.session, "has a view whose name is in use here: \(view.id.string)")
    }
    guard let index = (unanswered ?? []).firstIndex(where: { peer.calls.contains($0) }) else { return }
    throw Failure(
      JSONDecodingError("is the id of a request that is under way here", at: JSONPointer(String(index))),
      inside: ParameterName.unanswered)
  }

  // MARK: - Requests of the former connection

  private func takeOver(from former: Int, for membership: Membership) -> FormerRequests {
    var requests = FormerRequests()
    var known: Set<RequestID> = []
    for id in unanswered ?? [] where known.insert(id).inserted {
      guard let sharing = membership.session.sharing, let receipt = sharing.receipt(id, of: former) else {
        requests.unknown.append(id)
        continue
      }
      // Its reply may wait for a reader that does not come back.
      if case .underWay(let call) = receipt.state, call.isAnswered { call.peer.disconnect() }
      switch receipt.state {
      case .answered(let reply): requests.answers.append((id, reply))
      case .underWay(let call):
        membership.peer.calls.takeOver(call, id: id, for: membership.peer)
        sharing.move(receipt, id, to: membership)
        requests.running.append(id)
      }
    }
    return requests
  }
}
