public import JSON

/// `session/changed`: a notification that views of a session were opened or closed. In a shared session, it lists the
/// views that other connections have opened or closed. In any session, it lists the views that the server itself has
/// closed.
///
/// For example, the server itself closes views when a login has ended. The notification comes before all other messages
/// about the views that it lists. Apply `closed` before `opened`, because a name may be in both lists.
///
/// ```swift
/// for view in change.closed { views[view] = nil }
/// for view in change.opened { views[view.view] = HeldView(view.state, at: view.commit) }
/// ```
@JSONCodable @PackageInitializer
public struct SessionChanged<Views> {
  /// The name of the session.
  public let session: ExactString
  /// The views that were opened. If a name is also in `closed`, apply `closed` first.
  public let opened: Views
  /// The names of the views that were closed.
  public let closed: [ExactString]
  /// The number of connections in the session; 0 if the session was closed.
  public let connections: Int
}

extension SessionChanged: Sendable where Views: Sendable {}

/// A view that another connection has opened.
///
/// For an example, see ``SessionChanged``.
@JSONCodable @PackageInitializer
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
}

extension OpenedView: Sendable where State: Sendable {}
