public import JSON

/// Why a call was cancelled: by a request, or since its view, its session or the connection was closed.
///
/// ```swift
/// let cancelled = Failure.cancelled(.viewClosed)
/// #expect(cancelled.kind == .requestCancelled(.viewClosed))
/// ```
@JSONCodable
public enum CancellationReason: String, Hashable, Sendable {
  /// By `$/cancelRequest`.
  case requested
  /// With its view.
  case viewClosed
  /// With the session of its view.
  case sessionClosed
  /// With everything.
  case shutdown
}
