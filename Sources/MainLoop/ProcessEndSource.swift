import Dispatch
import SystemSupport

#if os(Linux)
  import CLoop
#endif

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
    source = try ProcessEndSource.makeSource(process)
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

  #if os(Linux)
    /// Creates a source for the descriptor of a process, which becomes readable when the process has ended.
    private static func makeSource(_ process: Int32) throws(Failure) -> any DispatchSourceProtocol {
      let descriptor = pidfd_open(process, 0)
      guard descriptor >= 0 else { throw errno == ESRCH ? .noProcess : .unsupported }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
      // The descriptor is closed here, because a cancelled source may still use it for a while.
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
