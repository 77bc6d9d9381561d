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
  /// The option of an app's command that sets a limit.
  package struct Option {
    package let name: String
    package let limit: WritableKeyPath<ServerLimits, Int>
    package let unit: String
    package let help: String

    init(_ name: String, _ limit: WritableKeyPath<ServerLimits, Int>, _ unit: String, _ help: String) {
      (self.name, self.limit, self.unit, self.help) = (name, limit, unit, help)
    }
  }

  /// The options for all limits, in the order in which the help lists them.
  package static var options: [Option] {
    [
      Option("max-message-bytes", \.messageSize, "bytes", "Maximum size of a message."),
      Option("max-nesting", \.nesting, "levels", "Maximum nesting of a message."),
      Option("max-values", \.messageValues, "count", "Maximum number of values in a message."),
      Option("max-batch-entries", \.batchEntries, "count", "Maximum number of entries in a batch."),
      Option("max-calls", \.callsUnderWay, "count", "Maximum number of calls in progress on a connection."),
      Option("max-session-calls", \.sessionCalls, "count", "Maximum number of calls in progress in a shared session."),
      Option("max-views", \.openViews, "count", "Maximum number of open views on a connection."),
      Option(
        "max-subscriptions", \.subscriptions, "count",
        "Maximum number of pairs of a connection and a view that it shows, in the process."),
      Option("max-sessions", \.sessions, "count", "Maximum number of sessions of a connection."),
      Option("max-shared-sessions", \.sharedSessions, "count", "Maximum number of shared sessions of the process."),
      Option(
        "max-name-bytes", \.nameSize, "bytes",
        "Maximum size of a view or session name, an id, or a member of clientInfo."),
      Option("max-unread-bytes", \.unreadBytes, "bytes", "Maximum total size of replies that a client has not read."),
      Option("max-connections", \.connections, "count", "Maximum number of connections at a socket."),
      Option("max-keep", \.keep, "seconds", "Maximum time that a shared session outlives its last connection."),
    ]
  }

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
