import Contract
import StateProtocol

extension Discover: Handled {
  func handle(_ call: Call, from peer: Peer) {
    let document = OpenRPCDocument(of: peer.host.app.schema)
    peer.answer(call) { document.encode(to: &$0) }
  }
}
