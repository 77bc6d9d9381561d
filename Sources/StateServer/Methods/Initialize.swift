import JSONRPC
import MainLoop
import SVVS

/// `initialize`: tells the client what this server is. Optional, at most once, first.
@JSONCodable
struct Initialize: Method {
  static let name = "initialize"

  /// The version of the protocol that the client speaks.
  let protocolVersion: Int?
  /// The process that the server is for; the server ends when it has.
  let processId: Int?
  /// What the client wants.
  let capabilities: ClientCapabilities?

  func perform(_ call: Call, on connection: Connection) throws(ResponseError) {
    guard connection.callCount == 1 else {
      throw ResponseError(.invalidRequest, "initialize comes at most once, and first.")
    }
    let process = try processId.map { processId throws(ResponseError) in
      guard let process = Int32(exactly: processId), process > 0 else {
        throw .invalid("processId", "is no number of a process")
      }
      return process
    }
    connection.tellsCauses = capabilities?.cause ?? false
    connection.reply(.result { writer in write(of: connection, to: &writer) }, to: call)
    if let process { ProcessEnd.notify(of: process) { [weak connection] in connection?.terminationRequested() } }
  }

  @MainActor
  private func write(of connection: Connection, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("protocolVersion", ProtocolVersion.current)
      writer.key("serverInfo")
      writer.object { writer in
        writer.member("name", "svvs")
        writer.member("version", StateServer.version)
      }
      writer.key("capabilities")
      writer.object { writer in
        writer.member("delivery", Delivery.allCases.map(\.rawValue))
        writer.member("cause", true)
      }
      writer.key("limits")
      writer.object { writer in
        let limits = connection.configuration.limits
        writer.member("messageSize", limits.messageSize)
        writer.member("nesting", limits.nesting)
        writer.member("callsUnderWay", limits.callsUnderWay)
        writer.member("openViews", limits.openViews)
        writer.member("unreadBytes", limits.unreadBytes)
      }
      writer.member("viewTypes", connection.app.viewTypes.keys.sorted())
      writer.member("schemaHash", connection.app.schema.hash)
    }
  }
}

/// What a client wants beyond the defaults.
@JSONCodable
struct ClientCapabilities {
  /// Whether each commit tells the calls that made it.
  var cause: Bool = false
}
