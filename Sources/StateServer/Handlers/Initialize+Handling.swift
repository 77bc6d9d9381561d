import Contract
import JSON
import Logging
import MainLoop
import StateProtocol

extension Initialize: Handled {
  func handle(_ call: Call, from connection: Connection) throws(Failure) {
    guard connection.isFirstCall else {
      throw Failure(.invalidRequest, "initialize comes at most once, and first.")
    }
    try connection.host.configuration.limits.check(clientInfo)
    if capabilities?.cause ?? false { connection.traceCauses() }
    connection.introduce(clientInfo)
    let app = connection.host.app
    let result = InitializeResult(
      serverInfo: app.info, process: connection.host.process, capabilities: ServerCapabilities(),
      limits: connection.host.configuration.limits,
      viewTypes: app.schema.names, schemaHash: OpenRPCDocument(of: app.schema).hash)
    connection.answer(call) { result.encode(to: &$0) }
    if let clientInfo { Connection.logger.info("The client is \(clientInfo.name) \(clientInfo.version ?? "").") }
    guard let processId else { return }
    if !connection.end(with: processId) {
      Connection.logger.warning("The system does not tell of the end of process \(processId.number).")
    }
  }
}
