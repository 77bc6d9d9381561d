import Dispatch
import SystemSupport

#if os(Linux)
  import CLoop
#endif

/// Waits for the end of one process, on behalf of all that watch it.
///
/// It keeps the watches, and is over when there is none left or the process has ended.
@MainActor
final class ProcessEndSource {
  /// Why a process cannot be watched.
  enum Failure: Error {
    case noProcess
    /// The system does not tell of the end of processes, or not of this one's.
    case untold
  }

  private let source: any DispatchSourceProtocol
  private var watches: [ProcessWatch] = []

  /// - Parameter ended: Called once when the process has ended, before the watches are.
  init(_ process: Int32, ended: @escaping @MainActor (ProcessEndSource) -> Void) throws(Failure) {
    source = try ProcessEndSource.makeSource(process)
    source.setEventHandler { [self] in
      // A task: in the bare handler the runtime would not start an immediate task at once.
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

  #if os(Linux)
    /// The descriptor of a process can be read when that has ended.
    private static func makeSource(_ process: Int32) throws(Failure) -> any DispatchSourceProtocol {
      let descriptor = pidfd_open(process, 0)
      guard descriptor >= 0 else { throw errno == ESRCH ? .noProcess : .untold }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
      // A source may still use its descriptor after it was cancelled.
      source.setCancelHandler { close(descriptor) }
      return source
    }
  #else
    private static func makeSource(_ process: Int32) throws(Failure) -> any DispatchSourceProtocol {
      guard kill(process, 0) == 0 || errno != ESRCH else { throw .noProcess }
      return DispatchSource.makeProcessSource(identifier: process, eventMask: .exit, queue: .main)
    }
  #endif
}
