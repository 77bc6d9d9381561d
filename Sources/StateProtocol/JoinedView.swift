public import JSON

/// A view of a session that was joined, with its whole state.
///
/// ``SessionJoin`` has an example. The commit of the state is that of the ``JoinedSession``.
public struct JoinedView: Sendable {
  /// The name of the view.
  public let view: ExactString
  /// The view type.
  public let type: String
  /// What the view was opened with.
  public let params: JSONObject
  /// The readable properties by name.
  public let state: JSONObject
}

extension JoinedView: JSONCodable {
  public static let jsonSchema = JSONSchema.object(
    JSONSchema.Object(
      name: "JoinedView", description: "A view of a session that was joined.",
      members: SharedViewMember.identity + [SharedViewMember.state]))

  public init(json: JSONValue) throws(JSONDecodingError) {
    view = try json.decode(SharedViewMember.viewName)
    type = try json.decode(SharedViewMember.typeName)
    params = try json.decode(SharedViewMember.paramsName)
    state = try json.decode(SharedViewMember.stateName)
  }

  public func encode(to writer: inout JSONWriter) {
    JoinedView.write(view: view, type: type, params: params, to: &writer) { state.writeMembers(to: &$0) }
  }

  /// Writes a view whose state is written where it goes.
  ///
  /// `state` writes the readable properties as members of the object that is open.
  public static func write(
    view: ExactString, type: String, params: JSONObject, to writer: inout JSONWriter,
    state: (inout JSONWriter) -> Void
  ) {
    writer.object { writer in
      SharedViewMember.writeIdentity(view: view, type: type, params: params, to: &writer)
      SharedViewMember.writeState(state, to: &writer)
    }
  }
}

/// A view that another connection has opened in a shared session, with its whole state.
///
/// ``SessionChanged`` has an example.
public struct OpenedView: Sendable {
  /// The name of the view.
  public let view: ExactString
  /// The view type.
  public let type: String
  /// What the view was opened with.
  public let params: JSONObject
  /// The commit that the state is of.
  public let commit: Int
  /// The readable properties by name.
  public let state: JSONObject
}

extension OpenedView: JSONCodable {
  private static let commitName = "commit"

  public static let jsonSchema = JSONSchema.object(
    JSONSchema.Object(
      name: "OpenedView", description: "A view that another connection has opened.",
      members: SharedViewMember.identity + [
        JSONSchema.Member(commitName, Int.self, description: "The commit that the state is of."),
        SharedViewMember.state,
      ]))

  public init(json: JSONValue) throws(JSONDecodingError) {
    view = try json.decode(SharedViewMember.viewName)
    type = try json.decode(SharedViewMember.typeName)
    params = try json.decode(SharedViewMember.paramsName)
    commit = try json.decode(OpenedView.commitName)
    state = try json.decode(SharedViewMember.stateName)
  }

  public func encode(to writer: inout JSONWriter) {
    OpenedView.write(view: view, type: type, params: params, commit: commit, to: &writer) {
      state.writeMembers(to: &$0)
    }
  }

  /// Writes a view whose state is written where it goes.
  ///
  /// `state` writes the readable properties as members of the object that is open.
  public static func write(
    view: ExactString, type: String, params: JSONObject, commit: Int, to writer: inout JSONWriter,
    state: (inout JSONWriter) -> Void
  ) {
    writer.object { writer in
      SharedViewMember.writeIdentity(view: view, type: type, params: params, to: &writer)
      writer.member(commitName, commit)
      SharedViewMember.writeState(state, to: &writer)
    }
  }
}

/// The members of a view as those are sent it who have not opened it.
private enum SharedViewMember {
  static let viewName = "view"
  static let typeName = "type"
  static let paramsName = "params"
  static let stateName = "state"

  static let identity = [
    JSONSchema.Member(viewName, ExactString.self, description: "The id of the view."),
    JSONSchema.Member(typeName, String.self, description: "The view type."),
    JSONSchema.Member(paramsName, JSONObject.self, description: "What the view was opened with."),
  ]

  static let state = JSONSchema.Member(
    stateName, JSONObject.self,
    description: "The readable properties by name; `app.schema.json` tells their types.")

  static func writeIdentity(view: ExactString, type: String, params: JSONObject, to writer: inout JSONWriter) {
    writer.member(viewName, view)
    writer.member(typeName, type)
    writer.member(paramsName, params)
  }

  static func writeState(_ state: (inout JSONWriter) -> Void, to writer: inout JSONWriter) {
    writer.key(stateName)
    writer.object(state)
  }
}
