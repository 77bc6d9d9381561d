import SVVS

/// Why a call was cancelled, as `data.reason` tells it.
@JSONCodable
enum CancellationReason: String {
  case requested, viewClosed, sessionClosed, shutdown
}
