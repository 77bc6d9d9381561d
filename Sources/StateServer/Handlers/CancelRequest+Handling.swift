import StateProtocol

extension CancelRequest: Handled {
  func handle(_ call: Call, from peer: Peer) {
    peer.calls.cancel(id)
    peer.answer(call, with: .null)
  }
}
