public import JSON
import ProtocolNames

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// `session/list`: returns the shared sessions of the process, with their views and connections.
///
/// ```swift
/// let list = try await frontEnd.send(SessionList())
/// #expect(list.sessions.map(\.session) == ["work"])
/// #expect(list.sessions.first?.connections.first?.isBehind == false)
/// ```
@JSONCodable
public struct SessionList: ClientRequest {
  public typealias Response = SharedSessions

  public static var method: String { RequestMethod.sessionList.rawValue }

  /// Creates the request, which has no parameters.
  public init() {}
}

/// The shared sessions of a process.
///
/// This type is the result of ``SessionList``. For an example, see ``SessionList``.
@JSONCodable
public struct SharedSessions: Sendable {
  /// The sessions, sorted by name.
  public let sessions: [SharedSession]
  /// The number of connections of the process, including those that are not in a shared session.
  public let connections: Int

  /// Creates the list of the sessions of a process.
  package init(sessions: [SharedSession], connections: Int) {
    self.sessions = sessions
    self.connections = connections
  }
}

/// A session that connections may join.
///
/// For an example, see ``SessionList``.
@JSONCodable
public struct SharedSession: Sendable {
  /// The name of the session.
  public let session: ExactString
  /// The time for which the session continues to exist after its last connection has ended, in seconds.
  public let keep: Double
  /// The views, in the order in which they were opened.
  public let views: [NamedView]
  /// The connections, in the order in which they joined.
  public let connections: [SessionConnection]

  /// Creates the description of a session.
  package init(session: ExactString, keep: Double, views: [NamedView], connections: [SessionConnection]) {
    self.session = session
    self.keep = keep
    self.views = views
    self.connections = connections
  }
}

/// A view of a session, without its state.
///
/// For an example, see ``SessionList``.
@JSONCodable
public struct NamedView: Sendable {
  /// The name of the view.
  public let view: ExactString
  /// The view type.
  public let type: String

  /// Creates the description of a view.
  package init(view: ExactString, type: String) {
    self.view = view
    self.type = type
  }
}

/// A connection in a shared session.
///
/// For an example, see ``SessionList``.
@JSONCodable(omitsNil: true)
public struct SessionConnection: Sendable {
  /// The name and version of the client, if the client has sent them with `initialize`.
  public let clientInfo: ClientInfo?
  /// The time at which the connection joined the session.
  public let since: Date
  /// Whether the client has not yet read all output that the server has sent. While this is true, further changes for
  /// the client wait on the server.
  public let isBehind: Bool

  /// Creates the description of a connection.
  package init(clientInfo: ClientInfo?, since: Date, isBehind: Bool) {
    self.clientInfo = clientInfo
    self.since = since
    self.isBehind = isBehind
  }
}
