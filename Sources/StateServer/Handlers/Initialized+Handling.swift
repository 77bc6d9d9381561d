import StateProtocol

extension Initialized: Handled {
  func handle(_ call: Call, from peer: Peer) { peer.answer(call, with: .null) }
}
