public import JSON

/// `rpc.discover`: answers with the OpenRPC document of this very server.
@JSONCodable
public struct Discover: ClientRequest {
  public typealias Response = DiscoveredDocument

  public static let method = "rpc.discover"

  /// The request, which has no parameters.
  public init() {}
}

/// What a server can do, as OpenRPC 1.3 says it.
public struct DiscoveredDocument: JSONCodable {
  public static let jsonSchema = JSONSchema.object(
    JSONSchema.Object(
      name: "OpenRPCDocument", description: "What a server can do, as OpenRPC 1.3 says it.",
      members: [
        JSONSchema.Member("openrpc", String.self), JSONSchema.Member("info", JSONValue.self),
        JSONSchema.Member("methods", [JSONValue].self),
      ]))

  /// The document.
  public let json: JSONValue

  public init(json: JSONValue) throws(JSONDecodingError) {
    try json.requireObject()
    self.json = json
  }

  public func encode(to writer: inout JSONWriter) { json.encode(to: &writer) }
}
