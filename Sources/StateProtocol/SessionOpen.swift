public import JSON

/// `session/open`: opens another session, such as a further window of the front end.
///
/// ```swift
/// let window = try await frontEnd.send(SessionOpen()).session
/// let parameters = try JSONObject(json: JSONValue(parsing: #"{"id":1}"#))
/// _ = try await frontEnd.send(
///   ViewOpen(type: "item", view: "i", params: parameters, session: window, delivery: .patch))
/// _ = try await frontEnd.send(SessionClose(session: window))
/// ```
///
/// A *shared* session has a name in the process, and other connections may join it by ``SessionJoin``.
@JSONCodable
public struct SessionOpen: ClientRequest {
  public typealias Response = OpenedSession

  public static let method = "session/open"

  /// The name of the session; if it is left out, the server chooses one.
  public let session: ExactString?
  /// Whether other connections may join the session; by default they may not.
  public let shared: Bool?
  /// How many seconds a shared session outlives its last connection, with its views and calls; by default 0.
  public let keep: Double?

  /// A request to open a session of a name, or of one that the server chooses.
  public init(session: ExactString? = nil, shared: Bool? = nil, keep: Double? = nil) {
    self.session = session
    self.shared = shared
    self.keep = keep
  }
}

/// A session that was opened.
///
/// It is the result of ``SessionOpen``, which has an example.
@JSONCodable(omitsNil: true)
public struct OpenedSession: Sendable {
  /// The name of the session.
  public let session: ExactString
  /// Names this connection in a shared session: with it the front end can join again when it was cut off.
  public let token: String?

  /// The result for a session of a name.
  public init(session: ExactString, token: String? = nil) {
    self.session = session
    self.token = token
  }
}
