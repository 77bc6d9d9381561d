public import JSON
public import JSONRPC

/// `$/cancelRequest`: asks a call to end early. One that has ended, or never began, is no error.
///
/// A close cannot be taken back: it waits no longer for the work it has cancelled, and is answered as any other.
@JSONCodable
public struct CancelRequest: ClientRequest {
  public typealias Response = NullResult

  public static let method = "$/cancelRequest"

  /// The id of the request to cancel.
  public let id: RequestID

  /// The wish that the request of an id end early.
  public init(id: RequestID) { self.id = id }
}
