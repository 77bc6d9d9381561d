import JSONRPC
import SVVS

/// Why a call was cancelled, as `data.reason` tells it.
@JSONCodable
enum CancellationReason: String {
  case requested, viewClosed, sessionClosed, shutdown
}

extension ResponseError {
  /// The answer to a call that was cancelled.
  static func cancelled(_ reason: CancellationReason) -> ResponseError {
    ResponseError(.requestCancelled, "The call was cancelled.", .reason(reason.rawValue))
  }
}
