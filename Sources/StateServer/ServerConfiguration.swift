public import StateProtocol

/// How a server treats a connection: framing, time-outs and limits.
///
/// ```swift
/// var configuration = ServerConfiguration()
/// configuration.limits.openViews = 1
/// let client = TestClient(ListApp(), configuration: configuration)
/// ```
public struct ServerConfiguration: Sendable {
  /// The framing to speak; nil to speak the one that the client's first byte chooses.
  public var framing: Framing?
  /// How long calls may go on after the end of input, and how long a reader that is behind is waited for at the
  /// end.
  public var drainTimeout: Duration = .seconds(5)
  /// How long cancelled work is waited for. Then its calls get their replies, and it goes on unattended.
  public var closeTimeout: Duration = .seconds(5)
  /// What a client may ask for at most.
  public var limits = ServerLimits()

  /// How long the input of one connection is handled before others get their turn.
  package var inputSlice: Duration = .milliseconds(5)

  /// The defaults of the protocol.
  public init() {}
}
