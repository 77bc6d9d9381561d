public import JSON
import ProtocolNames

/// `rpc.discover`: gets the OpenRPC document of the server.
///
/// ```swift
/// let document = try await frontEnd.send(Discover()).json
/// let methods = document["methods"]?.elements.compactMap { $0["name"]?.string } ?? []
/// #expect(methods.contains("view/open"))
/// ```
@JSONCodable
public struct Discover: ClientRequest {
  public typealias Response = DiscoveredDocument

  public static var method: String { RequestMethod.discover.rawValue }

  /// Creates the request, which has no parameters.
  public init() {}
}

/// The methods, actions and errors of a server, as an OpenRPC 1.3 document.
///
/// This type is the result of ``Discover``. For an example, see ``Discover``.
public struct DiscoveredDocument: JSONCodable {
  public static let jsonSchema = JSONSchema.object(
    JSONSchema.Object(
      name: "OpenRPCDocument", description: "The methods, actions and errors of a server, as an OpenRPC 1.3 document.",
      members: [
        JSONSchema.Member("openrpc", String.self), JSONSchema.Member("info", JSONValue.self),
        JSONSchema.Member("methods", [JSONValue].self),
      ]))

  /// The OpenRPC document, as a JSON value.
  public let json: JSONValue

  public init(json: JSONValue) throws(JSONDecodingError) {
    try json.requireObject()
    self.json = json
  }

  public func encode(to writer: inout JSONWriter) { json.encode(to: &writer) }
}
