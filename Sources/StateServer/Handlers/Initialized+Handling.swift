import StateProtocol

extension Initialized: Handled {
  func handle(_ call: Call, from peer: Peer) { peer.calls.answer(call, with: .null) }
}
