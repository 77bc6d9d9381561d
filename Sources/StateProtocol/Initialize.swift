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
  /// Whether the client receives what was added to a text that grows, instead of the whole text.
  public var append: Bool = false

  /// Creates capabilities. By default, the client requests no optional features.
  public init(cause: Bool = false, append: Bool = false) {
    self.cause = cause
    self.append = append
  }
}

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
@JSONCodable @PackageInitializer
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
}

/// The name and version of a server.
///
/// For an example, see ``InitializeResult``.
@JSONCodable @PackageInitializer
public struct ServerInfo: Sendable {
  /// The name of the app.
  public let name: String
  /// The version of the app, for example 1.2.3.
  public let version: String
}

/// The process of a server.
///
/// For an example, see ``InitializeResult``.
@JSONCodable @PackageInitializer
public struct ServerProcess: Sendable {
  /// A text that is different after each start of the server. A client can use it to distinguish a restart of the
  /// server from a reconnection.
  public let id: String
  /// The process id.
  public let pid: ProcessID
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
  /// Whether changes can contain what was added to a text that grows, instead of the whole text.
  public let append: Bool

  /// Creates capabilities with all features.
  package init() {
    delivery = Delivery.allCases
    cause = true
    append = true
  }
}

/// A version of the protocol. Its number is at least 1.
///
/// The server refuses a client that sends another version than ``current``. A server of version 1 accepts it, so a client
/// also compares the version in the result. For an example, see ``InitializeResult``.
public struct ProtocolVersion: Hashable, JSONCodable {
  public static let jsonSchema = JSONSchema.range(1 ... .max)

  /// The version of the messages in this module.
  public static let current = ProtocolVersion(2)

  /// The number of the version.
  public let number: Int

  /// Creates a version from its number, which must be at least 1.
  package init(_ number: Int) {
    precondition(number > 0, "a version is at least 1")
    self.number = number
  }

  public init(json: JSONValue) throws(JSONDecodingError) {
    guard let number = json.integer.flatMap(Int.init(exactly:)), number > 0 else {
      throw JSONDecodingError(
        "is not a version of the protocol", detail: .supported([ProtocolVersion.current.number]))
    }
    self.number = number
  }

  public func encode(to writer: inout JSONWriter) { number.encode(to: &writer) }
}

/// The id of a process. It is at least 1.
///
/// ```swift
/// let initialize = Initialize(processId: ProcessID(ProcessInfo.processInfo.processIdentifier))
/// ```
public struct ProcessID: JSONCodable {
  public static let jsonSchema = JSONSchema.range(1...Int64(Int32.max))

  /// The process's number in the operating system.
  public let number: Int32

  /// Creates an id from the process's number in the operating system.
  public init(_ number: Int32) { self.number = number }

  public init(json: JSONValue) throws(JSONDecodingError) {
    guard let number = Int32(exactly: try Int64(json: json)), number > 0 else {
      throw JSONDecodingError("is not a process id")
    }
    self.number = number
  }

  public func encode(to writer: inout JSONWriter) { Int(number).encode(to: &writer) }
}
