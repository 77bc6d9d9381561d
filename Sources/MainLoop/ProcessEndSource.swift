import Dispatch
import SystemSupport

#if os(Linux)
  import CLoop
#endif

/// Reports the end of one process to all its watches.
///
/// It is over when no watch is left or the process has ended.
@MainActor
final class ProcessEndSource {
  /// The reason why a process cannot be watched.
  enum Failure: Error {
    case noProcess
    /// The system does not report the end of this process, or of any.
    case unsupported
  }

  private let source: any DispatchSourceProtocol
  private var watches: [ProcessWatch] = []

  /// - Parameter ended: Called once when the process has ended, before the watches are notified.
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
    /// The descriptor of a process is readable when the process has ended.
    private static func makeSource(_ process: Int32) throws(Failure) -> any DispatchSourceProtocol {
      let descriptor = pidfd_open(process, 0)
      guard descriptor >= 0 else { throw errno == ESRCH ? .noProcess : .unsupported }
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
