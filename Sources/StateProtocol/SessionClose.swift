public import JSON
import ProtocolNames

/// `session/close`: closes a session with all its views.
///
/// For an example, see ``SessionOpen``.
@JSONCodable
public struct SessionClose: ClientRequest {
  public typealias Response = ReachedCommit

  public static var method: String { RequestMethod.sessionClose.rawValue }

  /// The name of the session.
  public let session: ExactString

  /// Creates a request to close a session.
  public init(session: ExactString) { self.session = session }
}
