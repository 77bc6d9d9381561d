public import JSON
public import JSONRPC

/// A session that was joined, with the state of all its views.
///
/// It is the result of ``SessionJoin``, which has an example.
@JSONCodable
public struct JoinedSession<Views, Answers> {
  /// The name of the session.
  public let session: ExactString
  /// Names this connection in the session: with it the front end can join again after a cut.
  public let token: String
  /// The commit that the states are of.
  public let commit: Int
  /// The views, in the order in which they were opened.
  public let views: Views
  /// The replies to those of `unanswered` that have settled. They can be had again until forgotten.
  public let answers: Answers
  /// Those that are under way; they are answered here.
  public let running: [RequestID]
  /// Those that never arrived, or whose replies were forgotten: 1,024 are kept, the oldest go first.
  public let unknown: [RequestID]

  /// The state of a session at a commit.
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
