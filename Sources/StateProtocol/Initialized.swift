public import JSON

/// `initialized`: has no effect. It exists for LSP clients, which send it as a notification.
///
/// ```swift
/// frontEnd.notify(Initialized())
/// ```
@JSONCodable
public struct Initialized: ClientRequest {
  public typealias Response = NullResult

  public static let method = "initialized"

  /// Creates the request, which has no parameters.
  public init() {}
}
