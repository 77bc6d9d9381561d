public import JSON
public import JSONRPC

/// A call that made a commit necessary.
///
/// ``StateChanged`` has an example.
@JSONCodable(omitsNil: true)
public struct CausingCall: Sendable {
  /// The id of the request; left out for a notification.
  public let id: RequestID?
  /// The method or action that was called.
  public let method: String
  /// The view that it was called on.
  public let view: ExactString?

  /// A call of a method.
  public init(id: RequestID?, method: String, view: ExactString?) {
    self.id = id
    self.method = method
    self.view = view
  }
}
