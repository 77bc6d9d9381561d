/// A descriptor that a loop watches, until it is cancelled.
///
/// The loop keeps the watch: there is no need to hold on to one that is never cancelled.
@MainActor
public final class Watch {
  private var ready: (@MainActor () -> Void)?
  private let cancelled: @MainActor (Watch) -> Void

  /// - Parameter cancelled: Called once, when the loop need not watch any more.
  init(ready: @escaping @MainActor () -> Void, cancelled: @escaping @MainActor (Watch) -> Void) {
    self.ready = ready
    self.cancelled = cancelled
  }

  /// Ends the watching: `ready` is not called again, even if the descriptor can be read already.
  ///
  /// Cancel before you close the descriptor. It may be called at any time, also by `ready`, and again.
  public func cancel() {
    guard !isCancelled else { return }
    ready = nil
    cancelled(self)
  }

  var isCancelled: Bool { ready == nil }

  /// Calls `ready` unless the watch was cancelled.
  func descriptorIsReady() { ready?() }
}
