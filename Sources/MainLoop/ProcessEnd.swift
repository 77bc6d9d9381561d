import Dispatch
import SystemSupport

/// Reports when other processes end.
@MainActor
package enum ProcessEnd {
  /// Calls `body` once when `process` has ended. If there is no process with this number, calls `body` now.
  ///
  /// The watches of one process report its end in any order. The process is not polled. On Linux, each watch has a descriptor until it is cancelled or the process has ended.
  ///
  /// - Returns: A watch that can be cancelled to end the wait. Nil if the system does not report the end of the
  ///   process. In that case, `body` is not called.
  package static func watch(_ process: Int32, _ body: @escaping @MainActor @Sendable () -> Void) -> Watch? {
    guard let source = Platform.processEndSource(process) else {
      guard errno == ESRCH else { return nil }
      body()
      return Watch({}) { _ in }
    }
    let watch = Watch(body) { _ in source.cancel() }
    source.setEventHandler {
      // In a task, because the runtime does not start an immediate task at once in the bare handler of a source.
      Task { @MainActor in
        guard !source.isCancelled else { return }
        source.cancel()
        watch.report()
      }
    }
    source.activate()
    return watch
  }
}
