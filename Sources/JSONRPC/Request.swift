public import JSON

/// A request from a peer. If it has no id, it is a notification.
public struct Request: Sendable {
  /// The id for the response. Nil if the request is a notification, which has no response.
  public let id: RequestID?
  /// The name of the method.
  public let method: String
  /// The parameters: an object, an array, or nil if there are none.
  public let params: JSONValue?
}
