public import JSON

/// What a client may ask for at most.
///
/// A server names its limits in an ``InitializeResult``.
///
/// ```swift
/// #expect(server.limits.openViews == ServerLimits().openViews)
/// ```
@JSONCodable
public struct ServerLimits: Sendable {
  /// How large a message may be, in bytes.
  public var messageSize: Int
  /// How many levels a message may nest.
  public var nesting: Int
  /// How many calls may be under way.
  public var callsUnderWay: Int
  /// How many views may be open.
  public var openViews: Int
  /// How long the name of a view or session, or an id that is a string, may be, in bytes of UTF-8.
  public var nameSize: Int
  /// How much output may be left unread, in bytes, before the connection is ended.
  public var unreadBytes: Int
  /// How many connections a process has that listens.
  public var connections: Int
  /// How long a shared session may outlive its last connection, in seconds.
  public var keep: Int

  /// The defaults of the protocol.
  public init() {
    messageSize = 64 << 20
    nesting = 512
    callsUnderWay = 1024
    openViews = 100_000
    nameSize = 1024
    unreadBytes = 64 << 20
    connections = 1024
    keep = 86_400
  }
}

/// The limit that a failure names, spelled as the property of ``ServerLimits`` is.
///
/// ```swift
/// let failure = Failure(.overloaded(.openViews), "Too many views are open.")
/// #expect(failure.kind.name == "Overloaded")
/// ```
public enum PassedLimit: String, Hashable, Sendable, CaseIterable {
  case messageSize, callsUnderWay, openViews, unreadBytes, connections
}
