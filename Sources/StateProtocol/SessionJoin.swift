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

/// A joined session, with the state of all its views.
///
/// This type is the result of ``SessionJoin``. For an example, see ``SessionJoin``.
@JSONCodable @PackageInitializer
public struct JoinedSession<Views, Answers> {
  /// The name of the session.
  public let session: ExactString
  /// The token of this connection. If the connection breaks, the front end can join the session again with this token.
  public let token: String
  /// The number of the last commit that the states in `views` include.
  public let commit: Int
  /// The views, in the order in which they were opened.
  public let views: Views
  /// The replies to the requests that the client listed in `unanswered`, as far as these requests have settled. The
  /// server keeps these replies, so that a later join can receive them again.
  public let answers: Answers
  /// The ids in `unanswered` of the calls that are still in progress. The server will send the replies to these calls
  /// on this connection.
  public let running: [RequestID]
  /// The ids in `unanswered` of the requests that the server has never received, or whose replies it has discarded. The
  /// server keeps at most the last 1,024 replies.
  public let unknown: [RequestID]
}

extension JoinedSession: Sendable where Views: Sendable, Answers: Sendable {}

/// A view of a joined session.
///
/// The `commit` of the ``JoinedSession`` also applies to this state. For an example, see ``SessionJoin``.
@JSONCodable @PackageInitializer
public struct JoinedView<State> {
  /// The name of the view.
  public let view: ExactString
  /// The view type.
  public let type: String
  /// The parameters with which the view was opened.
  public let params: JSONObject
  /// The values of the readable properties, by property name. Their types are in `app.schema.json`.
  public let state: State
}

extension JoinedView: Sendable where State: Sendable {}

/// The reply to a request that was sent on a connection which has since ended. It has the same members as a response:
/// the id, and either the result or the error.
///
/// For an example, see ``SessionJoin``.
@JSONCodable(omitsNil: true)
public struct KeptAnswer<Result> {
  /// The id of the request.
  public let id: RequestID
  /// The result, if the request succeeded.
  public let result: Result?
  /// The error, if the request failed.
  public let error: Failure?

  /// Creates the reply to a successful request.
  package init(id: RequestID, result: Result) {
    self.id = id
    self.result = result
    error = nil
  }

  /// Creates the reply to a failed request.
  package init(id: RequestID, error: Failure) {
    self.id = id
    result = nil
    self.error = error
  }
}

extension KeptAnswer: Sendable where Result: Sendable {}

/// A reply to a ``ViewOpen`` or ``ViewGet``, in the form in which a session keeps the reply for later joins. It is a
/// ``ViewSnapshot`` without the state.
///
/// The state is left out because the ``JoinedSession`` already contains it in `views`, at the same commit.
@JSONCodable @PackageInitializer
public struct KeptSnapshot: Sendable {
  /// The name of the view.
  public let view: ExactString
  /// The number of the last commit that the state in `views` includes.
  public let commit: Int
}
