import StateProtocol

extension Exit: Handled {
  func handle(_ call: Call, from peer: Peer) {
    peer.answer(call, with: .null)
    peer.exit()
  }
}
