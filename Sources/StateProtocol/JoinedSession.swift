public import JSON
public import JSONRPC

/// A joined session, with the state of all its views.
///
/// It is the result of ``SessionJoin``, which has an example.
@JSONCodable
public struct JoinedSession<Views, Answers> {
  /// The name of the session.
  public let session: ExactString
  /// The token of this connection, with which the front end can join again after the connection has broken.
  public let token: String
  /// The commit of the states.
  public let commit: Int
  /// The views, in the order in which they were opened.
  public let views: Views
  /// The replies to the requests of `unanswered` that have settled. The server keeps them for further joins.
  public let answers: Answers
  /// The ids in `unanswered` of calls in progress, which are answered on this connection.
  public let running: [RequestID]
  /// The ids in `unanswered` that the server never received, or whose replies it has discarded: it keeps the last
  /// 1,024.
  public let unknown: [RequestID]

  /// Creates the result for a session at a commit.
  public init(
    session: ExactString, token: String, commit: Int, views: Views, answers: Answers, running: [RequestID],
    unknown: [RequestID]
  ) {
    self.session = session
    self.token = token
    self.commit = commit
    self.views = views
    self.answers = answers
    self.running = running
    self.unknown = unknown
  }
}

extension JoinedSession: Sendable where Views: Sendable, Answers: Sendable {}
