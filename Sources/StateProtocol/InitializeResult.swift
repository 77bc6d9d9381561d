public import JSON

/// What a server is and can do.
///
/// It is the result of ``Initialize``.
///
/// ```swift
/// #expect(server.protocolVersion == ProtocolVersion.current)
/// #expect(server.serverInfo.name == "ListApp")
/// #expect(server.process.pid.number == ProcessInfo.processInfo.processIdentifier)
/// #expect(server.viewTypes == ["list", "item"])
/// #expect(server.limits.openViews == ServerLimits().openViews)
/// #expect(server.capabilities.delivery.contains(.patch))
/// ```
@JSONCodable
public struct InitializeResult: Sendable {
  /// The version of the protocol that the server speaks.
  public let protocolVersion: ProtocolVersion
  /// The program that the server is.
  public let serverInfo: ServerInfo
  /// The process that the server is.
  public let process: ServerProcess
  /// What a client may ask for.
  public let capabilities: ServerCapabilities
  /// What a client may ask for at most.
  public let limits: ServerLimits
  /// The view types that can be opened, sorted.
  public let viewTypes: [String]
  /// A hash of the document that `rpc.discover` gets: it changes with the contract.
  public let schemaHash: String

  /// The result of a server of the current version.
  public init(
    serverInfo: ServerInfo, process: ServerProcess, capabilities: ServerCapabilities, limits: ServerLimits,
    viewTypes: [String],
    schemaHash: String
  ) {
    protocolVersion = ProtocolVersion.current
    self.serverInfo = serverInfo
    self.process = process
    self.capabilities = capabilities
    self.limits = limits
    self.viewTypes = viewTypes
    self.schemaHash = schemaHash
  }
}

/// The name and version of a server.
///
/// ``InitializeResult`` has an example.
@JSONCodable
public struct ServerInfo: Sendable {
  /// The name of the app.
  public let name: String
  /// The version of the app, as in 1.2.3.
  public let version: String

  /// A program of a version.
  public init(name: String, version: String) {
    self.name = name
    self.version = version
  }
}

/// The process that a server is.
///
/// ``InitializeResult`` has an example.
@JSONCodable
public struct ServerProcess: Sendable {
  /// Another text for each start, by which a restart is told from a reconnect.
  public let id: String
  /// Its number.
  public let pid: ProcessID

  /// A process with a number.
  public init(id: String, pid: ProcessID) {
    self.id = id
    self.pid = pid
  }
}

/// What a client may ask for.
///
/// ``InitializeResult`` has an example.
@JSONCodable
public struct ServerCapabilities: Sendable {
  /// The deliveries that a view can be opened with.
  public let delivery: [Delivery]
  /// Whether commits can name the calls that made them.
  public let cause: Bool

  /// All capabilities.
  public init() {
    delivery = Delivery.allCases
    cause = true
  }
}
