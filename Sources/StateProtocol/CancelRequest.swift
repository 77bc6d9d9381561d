public import JSON
public import JSONRPC

/// `$/cancelRequest`: cancels a call. It has no effect if the call has settled or does not exist.
///
/// A close cannot be undone: cancelling it ends its wait for the cancelled work, and the server sends its reply.
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

  /// Creates a cancellation of the request with an id.
  public init(id: RequestID) { self.id = id }
}
