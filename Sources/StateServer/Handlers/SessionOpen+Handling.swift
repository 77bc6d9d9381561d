import JSON
import StateProtocol

extension SessionOpen: Handled {
  func handle(_ call: Call, from peer: Peer) throws(Failure) {
    let opened = OpenedSession(session: try peer.views.openSession(session))
    peer.answer(call, with: .result { opened.encode(to: &$0) })
  }
}
