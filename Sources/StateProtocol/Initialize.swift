public import JSON
import ProtocolNames

/// `initialize`: returns the identity, the capabilities and the limits of the server. This request is optional. A
/// client may send it once, as its first message.
///
/// ```swift
/// let server = try await frontEnd.send(
///   Initialize(
///     clientInfo: ClientInfo(name: "my-editor", version: "2.1"), capabilities: ClientCapabilities(cause: true)))
/// #expect(server.protocolVersion == ProtocolVersion.current)
/// ```
@JSONCodable
public struct Initialize: ClientRequest {
  public typealias Response = InitializeResult

  public static var method: String { RequestMethod.initialize.rawValue }

  /// The version of the protocol that the client implements.
  public let protocolVersion: ProtocolVersion?
  /// The name and version of the client.
  public let clientInfo: ClientInfo?
  /// The id of the client's process or of its parent process. When this process ends, the server ends the connection. A
  /// server on stdin and stdout then ends, too.
  public let processId: ProcessID?
  /// The optional features that the client requests.
  public let capabilities: ClientCapabilities?

  /// Creates a request with the current ``ProtocolVersion``.
  public init(
    clientInfo: ClientInfo? = nil, processId: ProcessID? = nil, capabilities: ClientCapabilities? = nil
  ) {
    protocolVersion = ProtocolVersion.current
    self.clientInfo = clientInfo
    self.processId = processId
    self.capabilities = capabilities
  }
}

/// The name and version of a client.
///
/// For an example, see ``Initialize``.
@JSONCodable
public struct ClientInfo: Sendable {
  /// The name of the client program.
  public let name: String
  /// The version of the client program.
  public let version: String?

  /// Creates the description of a client.
  public init(name: String, version: String? = nil) {
    self.name = name
    self.version = version
  }
}

/// The optional features that a client requests.
///
/// For an example, see ``Initialize``.
@JSONCodable
public struct ClientCapabilities: Sendable {
  /// Whether each `state/changed` notification lists the calls that caused its changes.
  public var cause: Bool = false

  /// Creates capabilities. By default, the client requests no optional features.
  public init(cause: Bool = false) { self.cause = cause }
}
