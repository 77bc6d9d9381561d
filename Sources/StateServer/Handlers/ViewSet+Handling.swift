import StateProtocol

extension ViewSet: Handled {
  func handle(_ call: Call, from peer: Peer) throws(Failure) {
    let view = try peer.views.open(view, for: call).view
    let assignment: Assignment
    do {
      assignment = try view.assignment(of: properties.json)
    } catch {
      throw Failure(error, inside: ParameterName.properties)
    }
    peer.host.commits.run(call, on: view) {
      assignment.apply()
      if assignment.mayGoUnnoticed || view.misses(assignment) { peer.host.readUnnoticed(in: view) }
    }
    peer.answer(call, with: .committed)
  }
}
