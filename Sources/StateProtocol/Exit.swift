public import JSON
import ProtocolNames

/// `exit`: a notification that ends the connection and, unless the server is shared, also the server. The exit status
/// is 0 if the client has sent `shutdown` before, and 1 otherwise.
///
/// For an example, see ``Shutdown``.
@JSONCodable
public struct Exit: ClientRequest {
  public typealias Response = NullResult

  public static var method: String { RequestMethod.exit.rawValue }

  /// Creates the request, which has no parameters.
  public init() {}
}
