public import JSON

/// `session/close`: ends a session with all its views.
@JSONCodable
public struct SessionClose: ClientRequest {
  public typealias Response = ReachedCommit

  public static let method = "session/close"

  /// The id of the session.
  public let session: ExactString

  /// A request to close the session of an id.
  public init(session: ExactString) { self.session = session }
}
