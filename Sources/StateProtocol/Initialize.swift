public import JSON

/// `initialize`: tells the client what this server is. Optional, at most once, first.
@JSONCodable
public struct Initialize: ClientRequest {
  public typealias Response = InitializeResult

  public static let method = "initialize"

  /// The version of the protocol that the client speaks.
  public let protocolVersion: Int?
  /// Which program the client is.
  public let clientInfo: ClientInfo?
  /// The process that the server is for; the server ends when it has.
  public let processId: ProcessID?
  /// What the client wants.
  public let capabilities: ClientCapabilities?

  /// A request of a client that tells what it is and wants.
  public init(
    clientInfo: ClientInfo? = nil, processId: ProcessID? = nil, capabilities: ClientCapabilities? = nil
  ) {
    protocolVersion = ProtocolVersion.current
    self.clientInfo = clientInfo
    self.processId = processId
    self.capabilities = capabilities
  }
}

/// Which program a client is.
@JSONCodable
public struct ClientInfo: Sendable {
  /// The name.
  public let name: String
  /// The version.
  public let version: String?

  /// A program of a version.
  public init(name: String, version: String? = nil) {
    self.name = name
    self.version = version
  }
}

/// What a client wants beyond the defaults.
@JSONCodable
public struct ClientCapabilities: Sendable {
  /// Whether each commit tells the calls that made it.
  public var cause: Bool = false

  /// The wish for causes, or none.
  public init(cause: Bool = false) { self.cause = cause }
}
