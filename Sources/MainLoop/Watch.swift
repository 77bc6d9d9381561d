/// A wait for a descriptor or for the end of a process. The wait can be cancelled.
///
/// A watch that is never cancelled need not be retained.
@MainActor
package final class Watch {
  private var event: (@MainActor () -> Void)?
  private let cancelled: @MainActor (Watch) -> Void

  /// - Parameters:
  ///   - event: Called for each event until the watch is cancelled.
  ///   - cancelled: Called once when the watch is cancelled.
  init(_ event: @escaping @MainActor () -> Void, cancelled: @escaping @MainActor (Watch) -> Void) {
    self.event = event
    self.cancelled = cancelled
  }

  /// Ends the watch. No event is reported any more, even if it has already occurred.
  ///
  /// Cancel the watch of a descriptor before you close the descriptor. This method may be called at any time, even while
  /// an event is reported, and more than once.
  package func cancel() {
    guard !isCancelled else { return }
    event = nil
    cancelled(self)
  }

  var isCancelled: Bool { event == nil }

  /// Reports an event, unless the watch was cancelled.
  func report() { event?() }
}
