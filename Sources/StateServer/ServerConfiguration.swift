public import StateProtocol

/// How a server treats a connection: framing, time-outs and limits.
///
/// ```swift
/// var configuration = ServerConfiguration()
/// configuration.limits.callsUnderWay = 10
/// let client = TestClient(ListApp(), configuration: configuration)
/// ```
public struct ServerConfiguration: Sendable {
  /// The framing to speak, or nil to speak the client's.
  public var framing: Framing?
  /// How long calls under way may take to end after the end of input.
  public var drainTimeout: Duration = .seconds(5)
  /// How long cancelled work may take to end before it is cut loose.
  public var closeTimeout: Duration = .seconds(5)
  /// What a client may ask for at most.
  public var limits = ServerLimits()

  /// The defaults of the protocol.
  public init() {}
}
