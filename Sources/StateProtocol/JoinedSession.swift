public import JSON

/// A joined session, with the state of all its views.
///
/// This type is the result of ``SessionJoin``. For an example, see ``SessionJoin``.
@JSONCodable
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

  /// Creates the result of joining a session.
  package init(
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
