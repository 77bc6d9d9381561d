/// A wait for the end of a process, until that has come or the wait is cancelled.
///
/// There is no need to hold on to one that is never cancelled.
@MainActor
public final class ProcessWatch {
  private var ended: (@MainActor () -> Void)?
  private let cancelled: @MainActor (ProcessWatch) -> Void

  /// - Parameter cancelled: Called once if the process need not be watched any more.
  init(ended: @escaping @MainActor () -> Void, cancelled: @escaping @MainActor (ProcessWatch) -> Void) {
    self.ended = ended
    self.cancelled = cancelled
  }

  /// Ends the watching: the process's end is not reported any more, even if it has ended already.
  ///
  /// It may be called at any time, and again.
  public func cancel() {
    guard ended != nil else { return }
    ended = nil
    cancelled(self)
  }

  /// Reports the end unless the watch was cancelled.
  func processHasEnded() {
    let report = ended
    ended = nil
    report?()
  }
}
