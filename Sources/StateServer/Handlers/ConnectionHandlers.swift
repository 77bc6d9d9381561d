import JSON
import Logging
import MainLoop
import StateProtocol

extension Initialize: HandledRequest {
  func handle(_ call: Call, on connection: Connection, in context: ServerContext) throws(Failure) {
    guard connection.isFirstCall else {
      throw Failure(.invalidRequest, "initialize must be the first request, and sent only once.")
    }
    guard protocolVersion == nil || protocolVersion == .current else {
      throw .invalid(
        "protocolVersion", "is not the version of this server", detail: .supported([ProtocolVersion.current.number]))
    }
    try context.limits.check(clientInfo)
    let schemaHash = try context.app.document().hash
    if capabilities?.cause ?? false { connection.outbox.traceCauses() }
    connection.outbox.appends = capabilities?.append ?? false
    connection.clientInfo = clientInfo
    let app = context.app
    let result = InitializeResult(
      protocolVersion: .current, serverInfo: app.info, process: context.process, capabilities: ServerCapabilities(),
      limits: context.limits, viewTypes: app.typeNames, schemaHash: schemaHash)
    call.answer { result.encode(to: &$0) }
    if let clientInfo { Connection.logger.info("The client is \(clientInfo.name) \(clientInfo.version ?? "").") }
    guard let processId else { return }
    if !connection.watch(processId) {
      Connection.logger.warning("The system cannot report when process \(processId.number) ends.")
    }
  }
}

extension Initialized: HandledRequest {
  func handle(_ call: Call, on connection: Connection, in context: ServerContext) { call.answer(.null) }
}

extension Discover: HandledRequest {
  func handle(_ call: Call, on connection: Connection, in context: ServerContext) throws(Failure) {
    let document = try context.app.document()
    call.answer { document.encode(to: &$0) }
  }
}

extension CancelRequest: HandledRequest {
  func handle(_ call: Call, on connection: Connection, in context: ServerContext) {
    connection.calls.cancel(id, timeout: context.configuration.closeTimeout)
    call.answer(.null)
  }
}

extension Shutdown: HandledRequest {
  func handle(_ call: Call, on connection: Connection, in context: ServerContext) {
    connection.end(.shutdown(answering: call))
  }
}

extension Exit: HandledRequest {
  func handle(_ call: Call, on connection: Connection, in context: ServerContext) {
    call.answer(.null)
    connection.end(.exit)
  }
}
