public import JSON

/// `exit`: a notification that ends the server or, if the server is shared, only the connection. The exit status is 0
/// after `shutdown`, and 1 otherwise.
///
/// ``Shutdown`` has an example.
@JSONCodable
public struct Exit: ClientRequest {
  public typealias Response = NullResult

  public static let method = "exit"

  /// Creates the request, which has no parameters.
  public init() {}
}
