import StateProtocol

extension Shutdown: Handled {
  func handle(_ call: Call, from peer: Peer) { peer.shutDown(answering: call) }
}
