import SVVS
import StateProtocol

/// How work is brought to its end.
@MainActor
enum WorkEnd {
  /// Cancels calls and what scopes own, and returns when all has ended.
  ///
  /// Work that has not ended within the limit is cut loose: its call is answered all the same.
  static func wait(
    for calls: [Call], scopes: [EffectScope], reason: CancellationReason, within limit: TimeLimit
  ) async {
    guard !calls.isEmpty || !scopes.isEmpty else { return }
    for call in calls { call.cancel(reason) }
    for scope in scopes { scope.finish() }
    let isInTime = await limit.wait {
      for scope in scopes { await scope.ended }
      for call in calls {
        await call.workEnd
        await call.settlement
      }
    }
    if !isInTime { for call in calls { call.connection.calls.settle(call) } }
  }

  /// Cancels the work of views, whoever has called it, and returns when all has ended.
  static func wait(for views: [View], reason: CancellationReason, within limit: TimeLimit) async {
    await wait(for: views.flatMap(\.calls), scopes: views.compactMap(\.effectScope), reason: reason, within: limit)
  }
}
