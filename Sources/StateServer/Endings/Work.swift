import SVVS
import StateProtocol

/// Calls and effects that are cancelled, and whose work is awaited, together.
@MainActor
struct Work {
  private var calls: [Call]
  private var scopes: [EffectScope] = []
  private let spared: Call?

  /// The calls and effects of views, and further calls.
  ///
  /// - Parameter spared: A call that is awaited, but neither cancelled nor answered early.
  init(of views: [View] = [], and calls: [Call] = [], sparing spared: Call? = nil) {
    (self.calls, self.spared) = (calls, spared)
    for view in views {
      if view.hasCalls { self.calls += view.calls }
      if let scope = view.effectScope { scopes.append(scope) }
    }
  }

  /// Cancels the calls and effects.
  func cancel(_ reason: CancellationReason) {
    for call in calls { call.cancel(reason) }
    for scope in scopes { scope.finish() }
  }

  /// Answers the calls. Work that has not ended continues, but nothing waits for it any longer.
  func settle() { for call in calls { call.settle() } }

  /// Waits until the work has ended. The effects come last, because a call that is cancelled may still add some.
  var ended: Void {
    get async {
      for call in calls { await call.workEnded }
      await spared?.workEnded
      for scope in scopes { await scope.ended }
    }
  }

  /// Waits until the work has ended or the deadline passes, and then answers the calls. Without work, does not suspend,
  /// so that the reply to a call that closes a view is sent at the end of the same turn.
  func ended(by deadline: Deadline) async {
    guard !calls.isEmpty || !scopes.isEmpty || spared != nil else { return }
    if await !deadline.wait(for: { await ended }) { settle() }
  }
}
