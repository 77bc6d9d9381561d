import JSONRPC
import SVVS

/// `initialize`: tells the client what this server is. Optional, at most once, first.
@JSONCodable
struct Initialize: Method {
  static let name = "initialize"

  /// The version of the protocol that the client speaks.
  let protocolVersion: Int?

  func perform(_ call: Call, on connection: Connection) throws(ResponseError) {
    guard connection.callCount == 1 else {
      throw ResponseError(.invalidRequest, "initialize comes at most once, and first.")
    }
    connection.reply(.result { writer in write(of: connection, to: &writer) }, to: call)
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
      writer.object { $0.member("delivery", Delivery.allCases.map(\.rawValue)) }
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
