public import JSON
import ProtocolNames

/// `initialized`: has no effect. It exists for LSP clients, which send it as a notification.
///
/// ```swift
/// frontEnd.notify(Initialized())
/// ```
@JSONCodable
public struct Initialized: ClientRequest {
  public typealias Response = NullResult

  public static var method: String { RequestMethod.initialized.rawValue }

  /// Creates the request, which has no parameters.
  public init() {}
}

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

/// `shutdown`: cancels all calls. The server replies to each cancelled call, and then replies `null` to `shutdown`.
/// Afterwards, the server accepts only `exit`.
///
/// ```swift
/// _ = try await frontEnd.send(Shutdown())
/// frontEnd.notify(Exit())
/// ```
@JSONCodable
public struct Shutdown: ClientRequest {
  public typealias Response = NullResult

  public static var method: String { RequestMethod.shutdown.rawValue }

  /// Creates the request, which has no parameters.
  public init() {}
}

/// `exit`: a notification that ends the connection and, unless the server is shared, also the server. The exit status
/// is 0 if the client has sent `shutdown` before, and 1 otherwise.
///
/// For an example, see ``Shutdown``.
@JSONCodable
public struct Exit: ClientRequest {
  public typealias Response = NullResult

  public static var method: String { RequestMethod.exit.rawValue }

  /// Creates the request, which has no parameters.
  public init() {}
}
