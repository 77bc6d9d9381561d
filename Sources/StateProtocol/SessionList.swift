public import JSON

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// `session/list`: asks which shared sessions there are, and who is in them.
///
/// ```swift
/// let list = try await frontEnd.send(SessionList())
/// #expect(list.sessions.map(\.session) == ["work"])
/// #expect(list.sessions.first?.connections.first?.isBehind == false)
/// ```
@JSONCodable
public struct SessionList: ClientRequest {
  public typealias Response = SharedSessions

  public static let method = "session/list"

  /// A request for the list.
  public init() {}
}

/// The shared sessions of a process.
///
/// It is the result of ``SessionList``, which has an example.
@JSONCodable
public struct SharedSessions: Sendable {
  /// The sessions, by name.
  public let sessions: [SharedSession]
  /// How many connections the process has, also those in no shared session.
  public let connections: Int

  /// The sessions of a process with so many connections.
  public init(sessions: [SharedSession], connections: Int) {
    self.sessions = sessions
    self.connections = connections
  }
}

/// A session that connections may join.
///
/// ``SessionList`` has an example.
@JSONCodable
public struct SharedSession: Sendable {
  /// The name of the session.
  public let session: ExactString
  /// How many seconds it outlives its last connection.
  public let keep: Double
  /// The views, in the order in which they were opened.
  public let views: [NamedView]
  /// The connections, in the order in which they joined.
  public let connections: [SessionConnection]

  /// A session of a name.
  public init(session: ExactString, keep: Double, views: [NamedView], connections: [SessionConnection]) {
    self.session = session
    self.keep = keep
    self.views = views
    self.connections = connections
  }
}

/// A view of a session, without its state.
///
/// ``SessionList`` has an example.
@JSONCodable
public struct NamedView: Sendable {
  /// The name of the view.
  public let view: ExactString
  /// The view type.
  public let type: String

  /// A view of a type.
  public init(view: ExactString, type: String) {
    self.view = view
    self.type = type
  }
}

/// A connection in a shared session.
///
/// ``SessionList`` has an example.
@JSONCodable(omitsNil: true)
public struct SessionConnection: Sendable {
  /// The program at the other end, if it has said so by `initialize`.
  public let clientInfo: ClientInfo?
  /// When it joined.
  public let since: Date
  /// Whether it is behind with reading, so that changes wait for it.
  public let isBehind: Bool

  /// A connection that has joined at a time.
  public init(clientInfo: ClientInfo?, since: Date, isBehind: Bool) {
    self.clientInfo = clientInfo
    self.since = since
    self.isBehind = isBehind
  }
}
