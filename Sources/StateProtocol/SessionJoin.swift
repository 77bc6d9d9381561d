public import JSON
import ProtocolNames

/// `session/join`: joins a shared session, either for the first time or again after a connection has broken. This
/// request is not allowed in a batch.
///
/// After the join, the server sends the changes of all views of the session on this connection, and the connection may
/// use these views.
///
/// A front end whose connection has broken passes the `token` of that connection, and the ids of its requests that have
/// no reply yet. If the server has not yet detected that the former connection has broken, the server ends that
/// connection:
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

  public static var method: String { RequestMethod.sessionJoin.rawValue }

  /// The name of the session.
  public let session: ExactString
  /// The token of this front end's former connection.
  public let token: String?
  /// The ids of the requests that the front end sent on its former connection and whose replies it has not received.
  public let unanswered: [RequestID]?
  /// The form in which the server sends the changes of the views on this connection.
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
