public import JSON
public import JSONRPC

/// `$/cancelRequest`: cancels a call. The request has no effect if the call has already settled or does not exist.
///
/// A request to close a view or a session cannot be undone. If such a request is cancelled, the server no longer waits
/// for the work that the request has cancelled, and replies as usual.
///
/// ```swift
/// frontEnd.notify(CancelRequest(id: .integer(7)))
/// ```
@JSONCodable
public struct CancelRequest: ClientRequest {
  public typealias Response = NullResult

  public static let method = "$/cancelRequest"

  /// The id of the request to cancel.
  public let id: RequestID

  /// Creates a message that cancels the request with this id.
  public init(id: RequestID) { self.id = id }
}
