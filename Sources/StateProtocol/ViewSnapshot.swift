public import JSON

/// The whole state of a view.
///
/// This type is the result of ``ViewOpen`` and ``ViewGet``. A client stores the snapshot:
///
/// ```swift
/// init(_ snapshot: ViewSnapshot<JSONObject>) {
///   commit = snapshot.commit
///   state = Dictionary(uniqueKeysWithValues: snapshot.state.json.members.map { ($0.key, $0.value) })
/// }
/// ```
@JSONCodable
public struct ViewSnapshot<State> {
  /// The name of the view.
  public let view: ExactString
  /// The number of the last commit that the state includes.
  public let commit: Int
  /// The values of the readable properties, by property name. Their types are in `app.schema.json`.
  public let state: State

  /// Creates a snapshot of a view at a commit.
  package init(view: ExactString, commit: Int, state: State) {
    self.view = view
    self.commit = commit
    self.state = state
  }
}

extension ViewSnapshot: Sendable where State: Sendable {}
