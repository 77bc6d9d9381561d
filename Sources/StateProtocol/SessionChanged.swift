public import JSON

/// `session/changed`: what other connections have opened and closed in a shared session, and what the server has closed
/// unasked in any.
///
/// The server closes views in any session, for instance when a login has ended. The notification comes before anything
/// else that is sent of the views in it. Closings apply first: a name may be in both lists.
///
/// ```swift
/// for view in change.closed { views[view] = nil }
/// for view in change.opened { views[view.view] = HeldView(view.state, at: view.commit) }
/// ```
@JSONCodable
public struct SessionChanged<Views> {
  /// The name of the session.
  public let session: ExactString
  /// The views that were opened; `closed` counts before.
  public let opened: Views
  /// The names of the views that were closed.
  public let closed: [ExactString]
  /// How many connections are in the session; 0 when it was closed.
  public let connections: Int

  /// The changes of a session.
  public init(session: ExactString, opened: Views, closed: [ExactString], connections: Int) {
    self.session = session
    self.opened = opened
    self.closed = closed
    self.connections = connections
  }
}

extension SessionChanged: Sendable where Views: Sendable {}

extension SessionChanged: ServerNotification where Views: JSONEncodable {
  public static var method: String { "session/changed" }
}
