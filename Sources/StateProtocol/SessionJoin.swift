public import JSON
public import JSONRPC

/// `session/join`: joins a shared session, for the first time or after the connection has broken. It cannot be in a
/// batch.
///
/// From then on, this connection is sent the changes of all views of the session, and may use them. A front end whose
/// connection has broken passes the `token` of that connection, and the ids of the requests without a reply. The server
/// ends the former connection if it has not detected its end:
///
/// ```swift
/// let joined = try await frontEnd.send(
///   SessionJoin(session: "work", token: opened.token, unanswered: [.integer(9)]))
/// #expect(joined.views.map(\.view) == ["l"])
/// #expect(joined.unknown == [.integer(9)])
/// ```
@JSONCodable
public struct SessionJoin: ClientRequest {
  public typealias Response = JoinedSession<[JoinedView<JSONObject>], [KeptAnswer<JSONValue>]>

  public static let method = "session/join"

  /// The name of the session.
  public let session: ExactString
  /// The token of the former connection of this front end.
  public let token: String?
  /// The ids of the requests on the former connection whose replies the front end has not received.
  public let unanswered: [RequestID]?
  /// The form in which the changes of the views are sent on this connection.
  public let delivery: Delivery?

  /// Creates a request to join a session.
  public init(
    session: ExactString, token: String? = nil, unanswered: [RequestID]? = nil, delivery: Delivery? = nil
  ) {
    self.session = session
    self.token = token
    self.unanswered = unanswered
    self.delivery = delivery
  }
}
