public import JSON
import ProtocolNames

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
@JSONCodable(omitsNil: true)
public struct OpenedSession: Sendable {
  /// The name of the session.
  public let session: ExactString
  /// The token of this connection in a shared session. If the connection breaks, the front end can join the session
  /// again with this token.
  public let token: String?

  /// Creates the result for a session.
  package init(session: ExactString, token: String? = nil) {
    self.session = session
    self.token = token
  }
}
