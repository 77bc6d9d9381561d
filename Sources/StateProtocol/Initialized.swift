public import JSON

/// `initialized`: accepted, does nothing.
@JSONCodable
public struct Initialized: ClientRequest {
  public typealias Response = NullResult

  public static let method = "initialized"

  /// The request, which has no parameters.
  public init() {}
}
