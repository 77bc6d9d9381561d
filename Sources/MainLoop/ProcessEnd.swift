import Dispatch
import SystemSupport

/// Reports when other processes end.
@MainActor
package enum ProcessEnd {
  private static var sources: [Int32: ProcessEndSource] = [:]

  /// Calls `body` once when `process` has ended. If there is no process with this number, calls `body` now.
  ///
  /// The process is not polled. All watches of one process share one descriptor.
  ///
  /// - Returns: A watch that can be cancelled to end the wait. Nil if the system does not report the end of the
  ///   process. In that case, `body` is not called.
  package static func watch(_ process: Int32, _ body: @escaping @MainActor @Sendable () -> Void) -> Watch? {
    do throws(Errno) {
      let source = try source(of: process)
      let watch = Watch(body) { watch in
        source.remove(watch)
        if source.isOver { remove(source, of: process) }
      }
      source.add(watch)
      return watch
    } catch {
      guard error == .noSuchProcess else { return nil }
      body()
      return Watch({}) { _ in }
    }
  }

  private static func source(of process: Int32) throws(Errno) -> ProcessEndSource {
    if let source = sources[process] { return source }
    let source = try ProcessEndSource(process) { remove($0, of: process) }
    sources[process] = source
    return source
  }

  /// Removes a source that is over, unless it was already replaced.
  private static func remove(_ source: ProcessEndSource, of process: Int32) {
    if sources[process] === source { sources[process] = nil }
  }
}

/// A source that reports the end of one process to all watches of that process.
///
/// The source is over when no watch is left or the process has ended.
@MainActor
private final class ProcessEndSource {
  private let source: any DispatchSourceProtocol
  private var watches: [Watch] = []

  /// - Parameter ended: Called once when the process has ended, before the watches are notified.
  init(_ process: Int32, ended: @escaping @MainActor (ProcessEndSource) -> Void) throws(Errno) {
    guard let source = Platform.processEndSource(process) else { throw Errno(rawValue: errno) }
    self.source = source
    source.setEventHandler { [self] in
      // In a task, because the runtime does not start an immediate task at once in the bare handler of a source.
      Task { @MainActor in
        guard !source.isCancelled else { return }
        source.cancel()
        ended(self)
        for watch in watches { watch.report() }
        watches = []
      }
    }
    source.activate()
  }

  var isOver: Bool { source.isCancelled }

  func add(_ watch: Watch) { watches.append(watch) }

  func remove(_ watch: Watch) {
    watches.removeAll { $0 === watch }
    if watches.isEmpty { source.cancel() }
  }
}
