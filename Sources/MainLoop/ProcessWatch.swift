/// A wait for the end of a process. The wait can be cancelled.
///
/// A watch that is never cancelled need not be retained.
@MainActor
package final class ProcessWatch {
  private var ended: (@MainActor () -> Void)?
  private let cancelled: @MainActor (ProcessWatch) -> Void

  /// - Parameter cancelled: Called once when the watch is cancelled.
  init(ended: @escaping @MainActor () -> Void, cancelled: @escaping @MainActor (ProcessWatch) -> Void) {
    self.ended = ended
    self.cancelled = cancelled
  }

  /// Ends the wait. The end of the process is not reported, even if the process has already ended.
  ///
  /// This method may be called at any time, and more than once.
  package func cancel() {
    guard ended != nil else { return }
    ended = nil
    cancelled(self)
  }

  /// Reports the end of the process, unless the watch was cancelled.
  func processHasEnded() {
    let report = ended
    ended = nil
    report?()
  }
}
