public import JSON

/// The reason why a call was cancelled.
///
/// ```swift
/// let cancelled = Failure.cancelled(.viewClosed)
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
