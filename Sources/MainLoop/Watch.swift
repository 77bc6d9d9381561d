/// A descriptor that a loop watches until the watch is cancelled.
///
/// The loop retains the watch. A caller that never cancels the watch need not retain it.
@MainActor
package final class Watch {
  private var ready: (@MainActor () -> Void)?
  private let cancelled: @MainActor (Watch) -> Void

  /// - Parameter cancelled: Called once when the watch is cancelled.
  init(ready: @escaping @MainActor () -> Void, cancelled: @escaping @MainActor (Watch) -> Void) {
    self.ready = ready
    self.cancelled = cancelled
  }

  /// Ends the watch. `ready` is not called again, even if the descriptor can already be read.
  ///
  /// Cancel the watch before you close the descriptor. This method may be called at any time, even in `ready`, and more
  /// than once.
  package func cancel() {
    guard !isCancelled else { return }
    ready = nil
    cancelled(self)
  }

  var isCancelled: Bool { ready == nil }

  /// Calls `ready` unless the watch was cancelled.
  func descriptorIsReady() { ready?() }
}
