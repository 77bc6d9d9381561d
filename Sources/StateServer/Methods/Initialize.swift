import JSONRPC
import Logging
import MainLoop
import SVVS

/// `initialize`: tells the client what this server is. Optional, at most once, first.
@JSONCodable
struct Initialize: Method {
  static let name = "initialize"
  static let result = InitializeResult.jsonSchema

  /// The version of the protocol that the client speaks.
  let protocolVersion: Int?
  /// Which program the client is.
  let clientInfo: ClientInfo?
  /// The process that the server is for; the server ends when it has.
  let processId: ProcessID?
  /// What the client wants.
  let capabilities: ClientCapabilities?

  func perform(_ call: Call, on connection: Connection) throws(ResponseError) {
    guard connection.callCount == 1 else {
      throw ResponseError(.invalidRequest, "initialize comes at most once, and first.")
    }
    connection.tellsCauses = capabilities?.cause ?? false
    let result = InitializeResult(of: connection)
    connection.reply(.result { $0.write(result) }, to: call)
    if let clientInfo { Connection.logger.info("The client is \(clientInfo.name) \(clientInfo.version ?? "").") }
    guard let processId else { return }
    let isWatched = ProcessEnd.notify(of: processId.number) { [weak connection] in connection?.terminationRequested() }
    if !isWatched { Connection.logger.warning("The system does not tell of the end of process \(processId.number).") }
  }
}

extension InitializeResult {
  @MainActor
  fileprivate init(of connection: Connection) {
    self.init(
      protocolVersion: ProtocolVersion.current,
      serverInfo: ServerInfo(name: "svvs", version: StateServer.version),
      capabilities: ServerCapabilities(delivery: Delivery.allCases, cause: true),
      limits: ServerLimits(connection.configuration.limits),
      viewTypes: connection.app.viewTypes.keys.sorted(),
      schemaHash: connection.app.schema.hash)
  }
}

/// Which program a client is.
@JSONCodable
struct ClientInfo {
  /// The name.
  let name: String
  /// The version.
  let version: String?
}

/// What a client wants beyond the defaults.
@JSONCodable
struct ClientCapabilities {
  /// Whether each commit tells the calls that made it.
  var cause: Bool = false
}
