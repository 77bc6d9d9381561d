public import JSON

/// `initialize`: asks what the server is. Optional, at most once, and first.
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

  public static let method = "initialize"

  /// The version of the protocol that the client speaks.
  public let protocolVersion: ProtocolVersion?
  /// The program that the client is.
  public let clientInfo: ClientInfo?
  /// The process that the server works for: when it has ended, the server ends.
  public let processId: ProcessID?
  /// What the client wants beyond the defaults.
  public let capabilities: ClientCapabilities?

  /// A request of the current ``ProtocolVersion``.
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
/// ``Initialize`` has an example.
@JSONCodable
public struct ClientInfo: Sendable {
  /// The name of the program.
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
///
/// ``Initialize`` has an example.
@JSONCodable
public struct ClientCapabilities: Sendable {
  /// Whether each commit names the calls that made it.
  public var cause: Bool = false

  /// Capabilities, by default none.
  public init(cause: Bool = false) { self.cause = cause }
}
