public import StateProtocol

/// The framing, timeouts and limits of a server's connections.
///
/// ```swift
/// var configuration = ServerConfiguration()
/// configuration.limits.openViews = 1
/// let client = TestClient(ListApp(), configuration: configuration)
/// ```
public struct ServerConfiguration: Sendable {
  /// The framing of messages; nil to let each client choose it with its first byte.
  public var framing: Framing?
  /// The time for which calls may continue after the end of input, and for which the end of a connection waits for a
  /// client that does not read.
  public var drainTimeout: Duration = .seconds(5)
  /// The time to wait for cancelled work. After it, the calls are answered, and work that still runs is not waited for.
  public var closeTimeout: Duration = .seconds(5)
  /// The limits for clients.
  public var limits = ServerLimits()

  /// The time for which the input of one connection is handled before that of the others.
  package var inputSlice: Duration = .milliseconds(5)

  /// Creates a configuration with the defaults of the protocol.
  public init() {}
}
