public import JSON

/// `shutdown`: cancels every call, answers each, then replies `null`. After it only `exit` is taken.
@JSONCodable
public struct Shutdown: ClientRequest {
  public typealias Response = NullResult

  public static let method = "shutdown"

  /// The request, which has no parameters.
  public init() {}
}
