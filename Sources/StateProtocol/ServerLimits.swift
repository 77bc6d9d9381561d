public import JSON
package import JSONRPC

/// The limits of a server.
///
/// A server sends its limits in an ``InitializeResult``.
///
/// ```swift
/// #expect(server.limits.openViews == ServerLimits().openViews)
/// ```
@JSONCodable
public struct ServerLimits: Sendable {
  /// The size of a message, in bytes.
  public var messageSize: Int
  /// The levels of nested arrays and objects in a message.
  public var nesting: Int
  /// The values in a message: each element, each member and the message itself.
  public var messageValues: Int
  /// The entries of a batch.
  public var batchEntries: Int
  /// The calls in progress on a connection.
  public var callsUnderWay: Int
  /// The calls in progress in a shared session, including those of former connections.
  public var sessionCalls: Int
  /// The open views of a connection.
  public var openViews: Int
  /// The subscriptions of the process: each is a pair of a connection and a view that it shows.
  public var subscriptions: Int
  /// The sessions of a connection.
  public var sessions: Int
  /// The shared sessions of the process.
  public var sharedSessions: Int
  /// The size of a name of a view or session, of an id that is a string, and of a member of `clientInfo`, in bytes of
  /// UTF-8.
  public var nameSize: Int
  /// The output that a client may leave unread before the server ends the connection, in bytes.
  public var unreadBytes: Int
  /// The connections of a process that listens on a socket.
  public var connections: Int
  /// The time for which a shared session may outlive its last connection, in seconds.
  public var keep: Int

  /// Creates the default limits.
  public init() {
    messageSize = 64 << 20
    nesting = 512
    messageValues = 1_000_000
    batchEntries = 10_000
    callsUnderWay = 1024
    sessionCalls = 4096
    openViews = 100_000
    subscriptions = 1_000_000
    sessions = 1024
    sharedSessions = 10_000
    nameSize = 1024
    unreadBytes = 64 << 20
    connections = 1024
    keep = 86_400
  }
}

extension ServerLimits {
  /// The limits of one message except its size, which is checked first.
  package var ofMessage: MessageLimits {
    MessageLimits(depth: nesting, values: messageValues, entries: batchEntries)
  }
}

/// The limit that a failure reports. The names are those of the properties of ``ServerLimits``.
///
/// ```swift
/// let failure = Failure(.overloaded(.openViews), "Too many views are open.")
/// #expect(failure.kind.name == "Overloaded")
/// ```
public enum PassedLimit: String, Hashable, Sendable, CaseIterable {
  case messageSize, messageValues, batchEntries, callsUnderWay, sessionCalls, openViews, subscriptions, sessions,
    sharedSessions, unreadBytes, connections
}
