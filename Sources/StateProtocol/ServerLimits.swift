public import JSON

/// The limits of a server.
///
/// A server sends its limits in an ``InitializeResult``.
///
/// ```swift
/// #expect(server.limits.openViews == ServerLimits().openViews)
/// ```
@JSONCodable
public struct ServerLimits: Sendable {
  /// The maximum size of a message, in bytes.
  public var messageSize: Int
  /// The maximum number of levels of nested arrays and objects in a message.
  public var nesting: Int
  /// The maximum number of values in a message. Each element, each member and the message itself counts as one value.
  public var messageValues: Int
  /// The maximum number of entries in a batch.
  public var batchEntries: Int
  /// The maximum number of calls in progress on a connection.
  public var callsUnderWay: Int
  /// The maximum number of calls in progress in a shared session, including the calls of former connections.
  public var sessionCalls: Int
  /// The maximum number of open views of a connection.
  public var openViews: Int
  /// The maximum number of subscriptions in the process. Each subscription is a pair of a connection and a view that
  /// the connection shows.
  public var subscriptions: Int
  /// The maximum number of sessions of a connection.
  public var sessions: Int
  /// The maximum number of shared sessions in the process.
  public var sharedSessions: Int
  /// The maximum size of a name or id that a client chooses, in bytes of UTF-8. This limit applies to the names of
  /// views and sessions, to ids that are strings, and to the members of `clientInfo`.
  public var nameSize: Int
  /// The maximum amount of output that a client may leave unread, in bytes. If there is more, the server ends the
  /// connection.
  public var unreadBytes: Int
  /// The maximum number of connections of a process that listens on a socket.
  public var connections: Int
  /// The maximum time for which a shared session may continue to exist after its last connection has ended, in seconds.
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
  /// The limits on one message, except the limit on its size. The size is checked first.
  package var ofMessage: MessageLimits {
    MessageLimits(depth: nesting, values: messageValues, entries: batchEntries)
  }
}

/// A limit that was exceeded. Each case has the name of a property of ``ServerLimits``. A front end reads the limit from
/// the kind of a ``Failure``:
///
/// ```swift
/// #expect(overloaded.kind == .overloaded(.openViews))
/// ```
public enum PassedLimit: String, Hashable, Sendable, CaseIterable {
  case messageSize, messageValues, batchEntries, callsUnderWay, sessionCalls, openViews, subscriptions, sessions,
    sharedSessions, unreadBytes, connections
}
