import JSONRPC
import SVVS

/// `rpc.discover`: answers with the OpenRPC document of this very server.
@JSONCodable
struct Discover: Method {
  static let name = "rpc.discover"
  static let result = JSONSchema.object(
    JSONSchema.Object(
      name: "OpenRPCDocument", description: "What a server can do, as OpenRPC 1.3 says it.",
      members: [
        JSONSchema.Member("openrpc", String.self), JSONSchema.Member("info", JSON.self),
        JSONSchema.Member("methods", [JSON].self),
      ]))

  func perform(_ call: Call, on connection: Connection) throws(ResponseError) {
    let document = OpenRPCDocument(of: connection.app.schema)
    connection.reply(.document { document.encode(to: &$0) }, to: call)
  }
}
