public import JSON

/// `session/close`: closes a session with all its views.
///
/// For an example, see ``SessionOpen``.
@JSONCodable
public struct SessionClose: ClientRequest {
  public typealias Response = ReachedCommit

  public static let method = "session/close"

  /// The name of the session.
  public let session: ExactString

  /// Creates a request to close a session.
  public init(session: ExactString) { self.session = session }
}
