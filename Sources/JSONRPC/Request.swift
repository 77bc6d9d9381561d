public import JSON

/// A call that a peer makes: a request if it has an id, a notification if it has none.
public struct Request: Sendable {
  /// The id that the response must carry; nil for a notification, which gets no response.
  public let id: RequestID?
  /// The name of the method.
  public let method: String
  /// The parameters, an object or an array, or nil if there are none.
  public let params: JSONValue?
}
