public import JSON

/// A view of a joined session.
///
/// ``SessionJoin`` has an example. The commit of the state is that of the ``JoinedSession``.
@JSONCodable
public struct JoinedView<State> {
  /// The name of the view.
  public let view: ExactString
  /// The view type.
  public let type: String
  /// The parameters that the view was opened with.
  public let params: JSONObject
  /// The readable properties by name. Their types are in `app.schema.json`.
  public let state: State

  /// Creates the description of a view with its state.
  public init(view: ExactString, type: String, params: JSONObject, state: State) {
    self.view = view
    self.type = type
    self.params = params
    self.state = state
  }
}

extension JoinedView: Sendable where State: Sendable {}
