public import JSON

/// `shutdown`: cancels every call, replies to each, then replies `null`. After it only `exit` is taken.
///
/// ```swift
/// _ = try await frontEnd.send(Shutdown())
/// frontEnd.notify(Exit())
/// ```
@JSONCodable
public struct Shutdown: ClientRequest {
  public typealias Response = NullResult

  public static let method = "shutdown"

  /// The request, which has no parameters.
  public init() {}
}
