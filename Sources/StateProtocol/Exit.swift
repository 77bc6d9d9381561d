public import JSON

/// `exit`: ends the process, with status 0 after `shutdown` and 1 without; a notification.
///
/// ``Shutdown`` has an example.
@JSONCodable
public struct Exit: ClientRequest {
  public typealias Response = NullResult

  public static let method = "exit"

  /// The request, which has no parameters.
  public init() {}
}
