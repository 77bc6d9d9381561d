import Contract
import JSON
import Logging
import MainLoop
import StateProtocol

extension Initialize: Handled {
  func handle(_ call: Call, from peer: Peer) throws(Failure) {
    guard peer.isFirstCall else {
      throw Failure(.invalidRequest, "initialize comes at most once, and first.")
    }
    try peer.host.configuration.limits.check(clientInfo)
    if capabilities?.cause ?? false { peer.traceCauses() }
    peer.introduce(clientInfo)
    let app = peer.host.app
    let result = InitializeResult(
      serverInfo: app.info, process: peer.host.process, capabilities: ServerCapabilities(),
      limits: peer.host.configuration.limits,
      viewTypes: app.schema.names, schemaHash: OpenRPCDocument(of: app.schema).hash)
    peer.answer(call) { result.encode(to: &$0) }
    if let clientInfo { Peer.logger.info("The client is \(clientInfo.name) \(clientInfo.version ?? "").") }
    guard let processId else { return }
    if !peer.end(with: processId) {
      Peer.logger.warning("The system does not tell of the end of process \(processId.number).")
    }
  }
}
