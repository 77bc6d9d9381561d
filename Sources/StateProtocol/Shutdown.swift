public import JSON
import ProtocolNames

/// `shutdown`: cancels all calls. The server replies to each cancelled call, and then replies `null` to `shutdown`.
/// Afterwards, the server accepts only `exit`.
///
/// ```swift
/// _ = try await frontEnd.send(Shutdown())
/// frontEnd.notify(Exit())
/// ```
@JSONCodable
public struct Shutdown: ClientRequest {
  public typealias Response = NullResult

  public static var method: String { RequestMethod.shutdown.rawValue }

  /// Creates the request, which has no parameters.
  public init() {}
}
