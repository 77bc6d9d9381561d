public import JSON

/// `shutdown`: cancels all calls and replies to each of them, and then replies `null`. Afterwards, the server accepts
/// only `exit`.
///
/// ```swift
/// _ = try await frontEnd.send(Shutdown())
/// frontEnd.notify(Exit())
/// ```
@JSONCodable
public struct Shutdown: ClientRequest {
  public typealias Response = NullResult

  public static let method = "shutdown"

  /// Creates the request, which has no parameters.
  public init() {}
}
