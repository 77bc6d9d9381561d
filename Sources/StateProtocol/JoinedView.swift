public import JSON

/// A view of a joined session.
///
/// The `commit` of the ``JoinedSession`` also applies to this state. For an example, see ``SessionJoin``.
@JSONCodable
public struct JoinedView<State> {
  /// The name of the view.
  public let view: ExactString
  /// The view type.
  public let type: String
  /// The parameters with which the view was opened.
  public let params: JSONObject
  /// The values of the readable properties, by property name. Their types are in `app.schema.json`.
  public let state: State

  /// Creates the description of a view with its state.
  package init(view: ExactString, type: String, params: JSONObject, state: State) {
    self.view = view
    self.type = type
    self.params = params
    self.state = state
  }
}

extension JoinedView: Sendable where State: Sendable {}
