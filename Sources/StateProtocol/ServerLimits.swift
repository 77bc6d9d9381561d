public import JSON

/// What a client may ask for at most.
@JSONCodable
public struct ServerLimits: Sendable {
  /// The size of a message, in bytes.
  public var messageSize: Int
  /// How deep a message may nest.
  public var nesting: Int
  /// Calls that have not settled yet.
  public var callsUnderWay: Int
  /// Open views.
  public var openViews: Int
  /// The name of a view or session, or an id that is a string, in bytes.
  public var nameSize: Int
  /// Output that is left unread, in bytes, before the client is cut off.
  public var unreadBytes: Int

  /// The defaults of the protocol.
  public init() {
    messageSize = 64 << 20
    nesting = 512
    callsUnderWay = 1024
    openViews = 100_000
    nameSize = 1024
    unreadBytes = 64 << 20
  }
}

/// The limits whose passing a failure names, spelled as the properties of ``ServerLimits`` are.
public enum PassedLimit: String, Hashable, Sendable, CaseIterable {
  case messageSize, callsUnderWay, openViews, unreadBytes
}
