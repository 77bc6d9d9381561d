public import JSON

/// The identity, the capabilities and the limits of a server.
///
/// This type is the result of ``Initialize``.
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
  /// The version of the protocol that the server implements.
  public let protocolVersion: ProtocolVersion
  /// The name and version of the app.
  public let serverInfo: ServerInfo
  /// The process of the server.
  public let process: ServerProcess
  /// The optional features that the server supports.
  public let capabilities: ServerCapabilities
  /// The limits of the server.
  public let limits: ServerLimits
  /// The names of the view types, sorted.
  public let viewTypes: [String]
  /// A hash of the result of `rpc.discover`. If the schemas of two servers differ, their hashes differ.
  public let schemaHash: String

  /// Creates a result with the current version of the protocol.
  package init(
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
/// For an example, see ``InitializeResult``.
@JSONCodable
public struct ServerInfo: Sendable {
  /// The name of the app.
  public let name: String
  /// The version of the app, for example 1.2.3.
  public let version: String

  /// Creates the description of an app.
  package init(name: String, version: String) {
    self.name = name
    self.version = version
  }
}

/// The process of a server.
///
/// For an example, see ``InitializeResult``.
@JSONCodable
public struct ServerProcess: Sendable {
  /// A text that is different after each start of the server. A client can use it to distinguish a restart of the
  /// server from a reconnection.
  public let id: String
  /// The process id.
  public let pid: ProcessID

  /// Creates the description of a process.
  package init(id: String, pid: ProcessID) {
    self.id = id
    self.pid = pid
  }
}

/// The optional features that a server supports.
///
/// For an example, see ``InitializeResult``.
@JSONCodable
public struct ServerCapabilities: Sendable {
  /// The deliveries that the server supports.
  public let delivery: [Delivery]
  /// Whether `state/changed` notifications can list the calls that caused their changes.
  public let cause: Bool

  /// Creates capabilities with all features.
  package init() {
    delivery = Delivery.allCases
    cause = true
  }
}
