public import StateProtocol

/// The framing, timeouts and limits of a server's connections.
///
/// ```swift
/// var configuration = ServerConfiguration()
/// configuration.limits.openViews = 1
/// let client = TestClient(ListApp(), configuration: configuration)
/// ```
public struct ServerConfiguration: Sendable {
  /// The framing of messages. If it is nil, each client chooses the framing with the first byte that it sends.
  public var framing: Framing?
  /// The time limit for two waits at the end of a connection: for calls that are in progress when the client ends its
  /// input, and for a client that does not read the last messages.
  public var drainTimeout: Duration = .seconds(5)
  /// The time to wait for cancelled work, whatever has cancelled it. When the time is over, the server answers the calls,
  /// and no longer waits for work that still runs.
  public var closeTimeout: Duration = .seconds(5)
  /// The limits on what clients can use.
  public var limits = ServerLimits()

  /// The time for which the server handles the input of one connection before it handles the input of the others.
  package var inputSlice: Duration = .milliseconds(5)

  /// Creates a configuration with the defaults of the protocol.
  public init() {}
}
