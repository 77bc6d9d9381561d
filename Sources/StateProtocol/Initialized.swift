public import JSON

/// `initialized`: does nothing; clients of LSP send it as a notification.
///
/// ```swift
/// frontEnd.notify(Initialized())
/// ```
@JSONCodable
public struct Initialized: ClientRequest {
  public typealias Response = NullResult

  public static let method = "initialized"

  /// The request, which has no parameters.
  public init() {}
}
