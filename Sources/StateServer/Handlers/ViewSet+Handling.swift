import StateProtocol

extension ViewSet: Handled {
  func handle(_ call: Call, from peer: Peer) throws(Failure) {
    let view = try peer.views.open(view, for: call).view
    let assign: @MainActor () -> Void
    do {
      assign = try view.assignment(of: properties.json)
    } catch {
      throw Failure(error, inside: ParameterName.properties)
    }
    peer.host.commits.run(call, on: view, assign)
    peer.answer(call, with: .committed)
  }
}
