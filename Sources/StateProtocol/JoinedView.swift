public import JSON

/// A view of a session that was joined.
///
/// ``SessionJoin`` has an example. The commit of the state is that of the ``JoinedSession``.
@JSONCodable
public struct JoinedView<State> {
  /// The id of the view.
  public let view: ExactString
  /// The view type.
  public let type: String
  /// What the view was opened with.
  public let params: JSONObject
  /// The readable properties by name; `app.schema.json` tells their types.
  public let state: State

  /// A view of a type.
  public init(view: ExactString, type: String, params: JSONObject, state: State) {
    self.view = view
    self.type = type
    self.params = params
    self.state = state
  }
}

extension JoinedView: Sendable where State: Sendable {}
