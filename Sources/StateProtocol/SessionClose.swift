public import JSON

/// `session/close`: closes a session with all its views.
///
/// ``SessionOpen`` has an example.
@JSONCodable
public struct SessionClose: ClientRequest {
  public typealias Response = ReachedCommit

  public static let method = "session/close"

  /// The name of the session.
  public let session: ExactString

  /// Creates a request to close a session.
  public init(session: ExactString) { self.session = session }
}
