public import JSON
public import JSONRPC

/// A call that caused a commit.
///
/// ``StateChanged`` has an example.
@JSONCodable(omitsNil: true)
public struct CausingCall: Sendable {
  /// The id of the request; left out for a notification.
  public let id: RequestID?
  /// The method or action that was called.
  public let method: String
  /// The name of the view that it was called on.
  public let view: ExactString?

  /// Creates a cause.
  public init(id: RequestID?, method: String, view: ExactString?) {
    self.id = id
    self.method = method
    self.view = view
  }
}
