public import JSON

/// Why a call was cancelled.
@JSONCodable
public enum CancellationReason: String, Hashable, Sendable {
  case requested, viewClosed, sessionClosed, shutdown
}
