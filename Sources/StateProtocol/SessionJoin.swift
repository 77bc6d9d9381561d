public import JSON
public import JSONRPC

/// `session/join`: joins a shared session, perhaps again after the connection was cut. It cannot be in a batch.
///
/// From here on this connection is sent the changes of every view of the session, and may use each. A front end
/// that was cut off names its former connection by `token`, which ends it if the server still takes it for alive,
/// and asks for the replies that it has not had:
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
  /// The token of this front end's former connection in the session.
  public let token: String?
  /// The ids of the requests on the former connection whose replies have not come.
  public let unanswered: [RequestID]?
  /// How the changes of the session's views are sent on this connection.
  public let delivery: Delivery?

  /// A request to join a session.
  public init(
    session: ExactString, token: String? = nil, unanswered: [RequestID]? = nil, delivery: Delivery? = nil
  ) {
    self.session = session
    self.token = token
    self.unanswered = unanswered
    self.delivery = delivery
  }
}
