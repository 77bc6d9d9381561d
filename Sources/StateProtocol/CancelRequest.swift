public import JSON
public import JSONRPC

/// `$/cancelRequest`: asks a call to end early. If it has been answered, or never came, nothing happens.
///
/// A close cannot be taken back: it waits no longer for the work that it has cancelled, and gets its reply.
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

  /// A cancellation of the request with an id.
  public init(id: RequestID) { self.id = id }
}
