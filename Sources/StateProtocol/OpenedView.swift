public import JSON

/// A view that another connection has opened.
///
/// For an example, see ``SessionChanged``.
@JSONCodable
public struct OpenedView<State> {
  /// The name of the view.
  public let view: ExactString
  /// The view type.
  public let type: String
  /// The parameters with which the view was opened.
  public let params: JSONObject
  /// The number of the last commit that the state includes.
  public let commit: Int
  /// The values of the readable properties, by property name. Their types are in `app.schema.json`.
  public let state: State

  /// Creates the description of a view with its state at a commit.
  package init(view: ExactString, type: String, params: JSONObject, commit: Int, state: State) {
    self.view = view
    self.type = type
    self.params = params
    self.commit = commit
    self.state = state
  }
}

extension OpenedView: Sendable where State: Sendable {}
