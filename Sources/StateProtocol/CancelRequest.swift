public import JSON
import ProtocolNames

/// `$/cancelRequest`: cancels a call. If the call has already settled or does not exist, the request has no effect.
///
/// A request to close a view or a session cannot be undone. If such a request is cancelled, the server stops waiting
/// for the calls that the request has cancelled, and replies to the request as usual.
///
/// ```swift
/// frontEnd.notify(CancelRequest(id: .integer(7)))
/// ```
@JSONCodable
public struct CancelRequest: ClientRequest {
  public typealias Response = NullResult

  public static var method: String { RequestMethod.cancelRequest.rawValue }

  /// The id of the request to cancel.
  public let id: RequestID

  /// Creates a message that cancels the request with this id.
  public init(id: RequestID) { self.id = id }
}

/// The reason why a call was cancelled.
///
/// A front end reads it from the kind of a ``Failure``:
///
/// ```swift
/// #expect(cancelled.kind == .requestCancelled(.viewClosed))
/// ```
@JSONCodable
public enum CancellationReason: String, Hashable, Sendable {
  /// The client sent `$/cancelRequest`.
  case requested
  /// The view was closed.
  case viewClosed
  /// The session of the view was closed.
  case sessionClosed
  /// The connection was shut down.
  case shutdown
}
