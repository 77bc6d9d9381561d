public import JSON

/// `exit`: a notification that ends the server, or the connection to a shared one. The status is 0 after `shutdown` and
/// 1 otherwise.
///
/// ``Shutdown`` has an example.
@JSONCodable
public struct Exit: ClientRequest {
  public typealias Response = NullResult

  public static let method = "exit"

  /// Creates the request, which has no parameters.
  public init() {}
}
