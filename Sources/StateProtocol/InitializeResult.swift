public import JSON

/// What a server is and can do.
@JSONCodable
public struct InitializeResult: Sendable {
  /// The version of the protocol that the server speaks.
  public let protocolVersion: Int
  /// Which program it is.
  public let serverInfo: ServerInfo
  /// What a client may ask for.
  public let capabilities: ServerCapabilities
  /// What a client may ask for at most.
  public let limits: ServerLimits
  /// The types of views that can be opened.
  public let viewTypes: [String]
  /// Names the document that `rpc.discover` answers with, and changes with it.
  public let schemaHash: String

  /// The result of a server of the current version.
  public init(
    serverInfo: ServerInfo, capabilities: ServerCapabilities, limits: ServerLimits, viewTypes: [String],
    schemaHash: String
  ) {
    protocolVersion = ProtocolVersion.current
    self.serverInfo = serverInfo
    self.capabilities = capabilities
    self.limits = limits
    self.viewTypes = viewTypes
    self.schemaHash = schemaHash
  }
}

/// Which program a server is.
@JSONCodable
public struct ServerInfo: Sendable {
  /// The name.
  public let name: String
  /// The version, as in 1.2.3.
  public let version: String

  /// A program of a version.
  public init(name: String, version: String) {
    self.name = name
    self.version = version
  }
}

/// What a client may ask for.
@JSONCodable
public struct ServerCapabilities: Sendable {
  /// The ways to be told of changes.
  public let delivery: [Delivery]
  /// Whether commits can tell the calls that made them.
  public let cause: Bool

  /// All that there is.
  public init() {
    delivery = Delivery.allCases
    cause = true
  }
}
