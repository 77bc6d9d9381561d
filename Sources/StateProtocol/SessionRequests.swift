public import JSON
import ProtocolNames

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// `session/open`: opens another session, for example for a second window of the front end.
///
/// ```swift
/// let window = try await frontEnd.send(SessionOpen()).session
/// let parameters = try JSONObject(json: JSONValue(parsing: #"{"id":1}"#))
/// _ = try await frontEnd.send(
///   ViewOpen(type: "item", view: "i", params: parameters, session: window, delivery: .patch))
/// _ = try await frontEnd.send(SessionClose(session: window))
/// ```
///
/// A *shared* session has a name that is unique in the process, and other connections may join it with ``SessionJoin``.
@JSONCodable
public struct SessionOpen: ClientRequest {
  public typealias Response = OpenedSession

  public static var method: String { RequestMethod.sessionOpen.rawValue }

  /// The name of the session. By default, the server chooses one.
  public let session: ExactString?
  /// Whether other connections may join the session. The default is false.
  public let shared: Bool?
  /// The time for which a shared session continues to exist after its last connection has ended, in seconds. The
  /// session's views and calls also continue to exist. The default is 0.
  public let keep: Double?

  /// Creates a request to open a session.
  public init(session: ExactString? = nil, shared: Bool? = nil, keep: Double? = nil) {
    self.session = session
    self.shared = shared
    self.keep = keep
  }
}

/// An opened session.
///
/// This type is the result of ``SessionOpen``. For an example, see ``SessionOpen``.
@JSONCodable(omitsNil: true) @PackageInitializer
public struct OpenedSession: Sendable {
  /// The name of the session.
  public let session: ExactString
  /// The token of this connection in a shared session. If the connection breaks, the front end can join the session
  /// again with this token.
  public let token: String?
}

/// `session/close`: closes a session with all its views.
///
/// For an example, see ``SessionOpen``.
@JSONCodable
public struct SessionClose: ClientRequest {
  public typealias Response = ReachedCommit

  public static var method: String { RequestMethod.sessionClose.rawValue }

  /// The name of the session.
  public let session: ExactString

  /// Creates a request to close a session.
  public init(session: ExactString) { self.session = session }
}

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
@JSONCodable @PackageInitializer
public struct SharedSessions: Sendable {
  /// The sessions, sorted by name.
  public let sessions: [SharedSession]
  /// The number of connections of the process, including those that are not in a shared session.
  public let connections: Int
}

/// A session that connections may join.
///
/// For an example, see ``SessionList``.
@JSONCodable @PackageInitializer
public struct SharedSession: Sendable {
  /// The name of the session.
  public let session: ExactString
  /// The time for which the session continues to exist after its last connection has ended, in seconds.
  public let keep: Double
  /// The views, in the order in which they were opened.
  public let views: [NamedView]
  /// The connections, in the order in which they joined.
  public let connections: [SessionConnection]
}

/// A view of a session, without its state.
///
/// For an example, see ``SessionList``.
@JSONCodable @PackageInitializer
public struct NamedView: Sendable {
  /// The name of the view.
  public let view: ExactString
  /// The view type.
  public let type: String
}

/// A connection in a shared session.
///
/// For an example, see ``SessionList``.
@JSONCodable(omitsNil: true) @PackageInitializer
public struct SessionConnection: Sendable {
  /// The name and version of the client, if the client has sent them with `initialize`.
  public let clientInfo: ClientInfo?
  /// The time at which the connection joined the session.
  public let since: Date
  /// Whether the client has not yet read all output that the server has sent. While this is true, further changes for
  /// the client wait on the server.
  public let isBehind: Bool
}
