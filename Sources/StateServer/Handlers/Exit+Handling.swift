import StateProtocol

extension Exit: Handled {
  func handle(_ call: Call, from peer: Peer) {
    peer.calls.answer(call, with: .null)
    peer.exit()
  }
}
