public import JSON
public import JSONRPC

/// A session that was joined, with the state of all its views.
///
/// It is the result of ``SessionJoin``, which has an example.
public struct JoinedSession: Sendable {
  /// The name of the session.
  public let session: ExactString
  /// Names this connection in the session from now on.
  public let token: String
  /// The commit that the states are of.
  public let commit: Int
  /// The views of the session, in the order in which they were opened.
  public let views: [JoinedView]
  /// The replies to requests of the former connection that have settled.
  public let answers: [KeptAnswer]
  /// The ids of those that are under way; they are answered on this connection.
  public let running: [RequestID]
  /// The ids of those that never arrived, or whose replies were forgotten.
  public let unknown: [RequestID]
}

extension JoinedSession: JSONCodable {
  private static let sessionName = "session"
  private static let tokenName = "token"
  private static let commitName = "commit"
  private static let viewsName = "views"
  private static let answersName = "answers"
  private static let runningName = "running"
  private static let unknownName = "unknown"

  public static let jsonSchema = JSONSchema.object(
    JSONSchema.Object(
      name: "JoinedSession", description: "A session that was joined, with the state of all its views.",
      members: [
        JSONSchema.Member(sessionName, ExactString.self, description: "The name of the session."),
        JSONSchema.Member(
          tokenName, String.self,
          description: "Names this connection in the session: with it the front end can join again after a cut."),
        JSONSchema.Member(commitName, Int.self, description: "The commit that the states are of."),
        JSONSchema.Member(
          viewsName, [JoinedView].self, description: "The views, in the order in which they were opened."),
        JSONSchema.Member(
          answersName, [KeptAnswer].self,
          description: "The replies to those of `unanswered` that have settled. They can be had again until forgotten."),
        JSONSchema.Member(
          runningName, [RequestID].self, description: "Those that are under way; they are answered here."),
        JSONSchema.Member(
          unknownName, [RequestID].self,
          description: "Those that never arrived, or whose replies were forgotten: 1,024 are kept, the oldest go first."
        ),
      ]))

  public init(json: JSONValue) throws(JSONDecodingError) {
    session = try json.decode(JoinedSession.sessionName)
    token = try json.decode(JoinedSession.tokenName)
    commit = try json.decode(JoinedSession.commitName)
    views = try json.decode(JoinedSession.viewsName)
    answers = try json.decode(JoinedSession.answersName)
    running = try json.decode(JoinedSession.runningName)
    unknown = try json.decode(JoinedSession.unknownName)
  }

  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      JoinedSession.writeMembers(
        session: session, token: token, commit: commit, running: running, unknown: unknown, to: &writer
      ) { writer in
        for view in views { view.encode(to: &writer) }
      } answers: { writer in
        for answer in answers { answer.encode(to: &writer) }
      }
    }
  }

  /// Writes the members of a result whose views and answers are written where they go, into the object that is
  /// open.
  ///
  /// `views` writes a ``JoinedView`` for each view and `answers` a ``KeptAnswer`` for each answer, as elements of
  /// the array that is open.
  public static func writeMembers(
    session: ExactString, token: String, commit: Int, running: [RequestID], unknown: [RequestID],
    to writer: inout JSONWriter, views: (inout JSONWriter) -> Void, answers: (inout JSONWriter) -> Void
  ) {
    writer.member(sessionName, session)
    writer.member(tokenName, token)
    writer.member(commitName, commit)
    writer.key(viewsName)
    writer.array(views)
    writer.key(answersName)
    writer.array(answers)
    writer.member(runningName, running)
    writer.member(unknownName, unknown)
  }
}
