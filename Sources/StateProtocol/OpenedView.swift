public import JSON

/// A view that another connection has opened.
///
/// ``SessionChanged`` has an example.
@JSONCodable
public struct OpenedView<State> {
  /// The id of the view.
  public let view: ExactString
  /// The view type.
  public let type: String
  /// What the view was opened with.
  public let params: JSONObject
  /// The commit that the state is of.
  public let commit: Int
  /// The readable properties by name; `app.schema.json` tells their types.
  public let state: State

  /// A view of a type, with its state at a commit.
  public init(view: ExactString, type: String, params: JSONObject, commit: Int, state: State) {
    self.view = view
    self.type = type
    self.params = params
    self.commit = commit
    self.state = state
  }
}

extension OpenedView: Sendable where State: Sendable {}
