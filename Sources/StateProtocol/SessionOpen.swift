public import JSON

/// `session/open`: makes another session, such as a further window of the front end.
@JSONCodable
public struct SessionOpen: ClientRequest {
  public typealias Response = OpenedSession

  public static let method = "session/open"

  /// The id of the session; the server chooses one if it is left out.
  public let session: ExactString?

  /// A request for a session of an id, or of one that the server chooses.
  public init(session: ExactString? = nil) { self.session = session }
}

/// A session that was made.
@JSONCodable
public struct OpenedSession: Sendable {
  /// The id of the session.
  public let session: ExactString

  /// The session of an id.
  public init(session: ExactString) { self.session = session }
}
