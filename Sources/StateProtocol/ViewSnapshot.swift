public import JSON

/// The whole state of a view at a commit.
///
/// It is the result of ``ViewOpen`` and ``ViewGet``. A client holds it:
///
/// ```swift
/// init(_ snapshot: ViewSnapshot) {
///   commit = snapshot.commit
///   state = Dictionary(uniqueKeysWithValues: snapshot.state.json.members.map { ($0.key, $0.value) })
/// }
/// ```
public struct ViewSnapshot: Sendable {
  /// The name of the view.
  public let view: ExactString
  /// The commit that the state is of.
  public let commit: Int
  /// The readable properties by name; their types are in `app.schema.json`.
  public let state: JSONObject
}

extension ViewSnapshot: JSONCodable {
  private static let viewName = "view"
  private static let commitName = "commit"
  private static let stateName = "state"

  public static let jsonSchema = JSONSchema.object(
    JSONSchema.Object(
      name: "ViewSnapshot", description: "The whole state of a view.",
      members: [
        JSONSchema.Member(viewName, String.self, description: "The id of the view."),
        JSONSchema.Member(commitName, Int.self, description: "The commit that the state is of."),
        JSONSchema.Member(
          stateName, [String: JSONValue].self,
          description: "The readable properties by name; `app.schema.json` tells their types."),
      ]))

  public init(json: JSONValue) throws(JSONDecodingError) {
    view = try json.decode(ViewSnapshot.viewName)
    commit = try json.decode(ViewSnapshot.commitName)
    state = try json.decode(ViewSnapshot.stateName)
  }

  public func encode(to writer: inout JSONWriter) {
    ViewSnapshot.write(view: view, commit: commit, to: &writer) { state.writeMembers(to: &$0) }
  }

  /// Writes a snapshot whose state is written where it goes.
  ///
  /// `state` writes the readable properties as members of the object that is open.
  public static func write(
    view: ExactString, commit: Int, to writer: inout JSONWriter, state: (inout JSONWriter) -> Void
  ) {
    writer.object { writer in
      writer.member(viewName, view)
      writer.member(commitName, commit)
      writer.key(stateName)
      writer.object(state)
    }
  }
}
