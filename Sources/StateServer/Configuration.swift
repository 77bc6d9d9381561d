public import JSONRPC

/// How a server treats its connection: framing, time-outs and limits.
public struct Configuration: Sendable {
  /// The framing to speak, or nil to speak the client's.
  public var framing: Framing?
  /// How long calls under way may take to end after the end of input.
  public var drainTimeout: Duration = .seconds(5)
  /// How long cancelled work may take to end before it is cut loose.
  public var closeTimeout: Duration = .seconds(5)
  /// What a client may ask for at most.
  public var limits = Limits()

  /// The defaults of the protocol.
  public init() {}

  /// What a client may ask for at most.
  public struct Limits: Sendable {
    /// The size of a message, in bytes.
    public var messageSize = 64 << 20
    /// How deep the arrays and objects of a message may nest.
    public var nesting = 512
    /// Calls that have not settled yet.
    public var callsUnderWay = 1024
    /// Open views.
    public var openViews = 100_000
    /// The name of a view or session, or an id that is a string, in bytes.
    public var nameSize = 1024
    /// Output that the client has not read, in bytes, before it is cut off.
    public var unreadBytes = 64 << 20

    /// The defaults of the protocol.
    public init() {}
  }
}
