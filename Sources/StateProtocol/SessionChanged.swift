public import JSON

/// `session/changed`, a notification of the server: what other connections have opened and closed in a shared
/// session, and what the server has closed unasked in any session, such as views of a login that has ended.
///
/// It comes before anything else that is sent of the views in it. What was closed counts first: a name may stand in
/// both lists.
///
/// ```swift
/// for view in change.closed { views[view] = nil }
/// for view in change.opened { views[view.view] = HeldView(view.state, at: view.commit) }
/// ```
public struct SessionChanged: ServerNotification {
  public static let method = "session/changed"

  /// The name of the session.
  public let session: ExactString
  /// The views that were opened, in that order.
  public let opened: [OpenedView]
  /// The names of the views that were closed.
  public let closed: [ExactString]
  /// How many connections are in the session; 0 when it was closed.
  public let connections: Int
}

extension SessionChanged: JSONCodable {
  private static let sessionName = "session"
  private static let openedName = "opened"
  private static let closedName = "closed"
  private static let connectionsName = "connections"

  public static let jsonSchema = JSONSchema.object(
    JSONSchema.Object(
      name: "SessionChanged",
      description: "`session/changed`: what other connections have opened and closed in a shared session, "
        + "and what the server has closed unasked in any.",
      members: [
        JSONSchema.Member(sessionName, ExactString.self, description: "The name of the session."),
        JSONSchema.Member(
          openedName, [OpenedView].self, description: "The views that were opened; `closed` counts before."),
        JSONSchema.Member(closedName, [ExactString].self, description: "The names of the views that were closed."),
        JSONSchema.Member(
          connectionsName, Int.self,
          description: "How many connections are in the session; 0 when it was closed."),
      ]))

  public init(json: JSONValue) throws(JSONDecodingError) {
    session = try json.decode(SessionChanged.sessionName)
    opened = try json.decode(SessionChanged.openedName)
    closed = try json.decode(SessionChanged.closedName)
    connections = try json.decode(SessionChanged.connectionsName)
  }

  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      SessionChanged.writeMembers(session: session, closed: closed, connections: connections, to: &writer) { writer in
        for view in opened { view.encode(to: &writer) }
      }
    }
  }

  /// Writes the parameters of a notification whose views are written where they go, into the object that is open.
  ///
  /// `opened` writes an ``OpenedView`` for each view, as elements of the array that is open.
  public static func writeMembers(
    session: ExactString, closed: [ExactString], connections: Int, to writer: inout JSONWriter,
    opened: (inout JSONWriter) -> Void
  ) {
    writer.member(sessionName, session)
    writer.key(openedName)
    writer.array(opened)
    writer.member(closedName, closed)
    writer.member(connectionsName, connections)
  }
}
