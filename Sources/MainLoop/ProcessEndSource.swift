import Dispatch
import SystemSupport

/// A source that reports the end of one process to all watches of that process.
///
/// The source is over when no watch is left or the process has ended.
@MainActor
final class ProcessEndSource {
  /// The reason why a process cannot be watched.
  enum Failure: Error {
    case noProcess
    /// The system does not report the end of this process, or of any process.
    case unsupported
  }

  private let source: any DispatchSourceProtocol
  private var watches: [ProcessWatch] = []

  /// - Parameter ended: Called once when the process has ended, before the watches are notified.
  init(_ process: Int32, ended: @escaping @MainActor (ProcessEndSource) -> Void) throws(Failure) {
    guard let source = Platform.processEndSource(process) else { throw errno == ESRCH ? .noProcess : .unsupported }
    self.source = source
    source.setEventHandler { [self] in
      // In a task, because the runtime does not start an immediate task at once in the bare handler of a source.
      Task { @MainActor in
        guard !source.isCancelled else { return }
        source.cancel()
        ended(self)
        for watch in watches { watch.processHasEnded() }
        watches = []
      }
    }
    source.activate()
  }

  var isOver: Bool { source.isCancelled }

  func add(_ watch: ProcessWatch) { watches.append(watch) }

  func remove(_ watch: ProcessWatch) {
    watches.removeAll { $0 === watch }
    if watches.isEmpty { source.cancel() }
  }
}
