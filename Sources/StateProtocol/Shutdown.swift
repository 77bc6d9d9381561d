public import JSON

/// `shutdown`: cancels all calls, replies to each, then replies `null`. After it, the server accepts only `exit`.
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
