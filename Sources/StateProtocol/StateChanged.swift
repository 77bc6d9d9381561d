public import JSON

/// `state/changed`, the notification of a server: what one commit has changed, in every open view that it
/// concerns.
///
/// ```swift
/// let text =
///   #"{"commit":2,"cause":[{"id":4,"method":"add","view":"l"}],"#
///   + #""views":[{"view":"l","from":1,"changes":{"draft":""}}]}"#
/// let change = try StateChanged(json: JSONValue(parsing: text))
/// #expect(change.commit == 2)
/// #expect(change.cause.map(\.method) == ["add"])
/// #expect(change.views.map(\.from) == [1])
/// ```
public struct StateChanged: ServerNotification {
  public static let method = "state/changed"

  /// The number of the commit. Numbers grow, and some are left out.
  public let commit: Int
  /// The calls that made the change, if the client asked for them; 1,024 at most.
  public let cause: [CausingCall]
  /// The views that have changed, in the order in which they were opened.
  public let views: [ViewChange]
}

extension StateChanged: JSONCodable {
  private static let commitName = "commit"
  private static let causeName = "cause"
  private static let viewsName = "views"

  public static let jsonSchema = JSONSchema.object(
    JSONSchema.Object(
      name: "StateChanged",
      description: "`state/changed`: what one step has changed, in every open view. The server sends it.",
      members: [
        JSONSchema.Member(commitName, Int.self, description: "The number of the commit; commits are numbered upwards."),
        JSONSchema.Member(
          causeName, [CausingCall].self, isRequired: false,
          description: "The calls that made the change, if the client asked to know."),
        JSONSchema.Member(viewsName, [ViewChange].self, description: "The views that have changed."),
      ]))

  public init(json: JSONValue) throws(JSONDecodingError) {
    commit = try json.decode(StateChanged.commitName)
    cause = try json.decode(StateChanged.causeName, default: [])
    views = try json.decode(StateChanged.viewsName)
  }

  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      StateChanged.writeMembers(commit: commit, cause: cause, to: &writer) { writer in
        for view in views { view.encode(to: &writer) }
      }
    }
  }

  /// Writes the parameters of a notification whose changes are written where they go, into the object that is
  /// open.
  ///
  /// `views` writes a ``ViewChange`` for each view, as elements of the array that is open.
  public static func writeMembers(
    commit: Int, cause: [CausingCall], to writer: inout JSONWriter, views: (inout JSONWriter) -> Void
  ) {
    writer.member(commitName, commit)
    if !cause.isEmpty { writer.member(causeName, cause) }
    writer.key(viewsName)
    writer.array(views)
  }
}
