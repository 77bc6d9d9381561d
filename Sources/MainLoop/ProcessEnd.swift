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
  package static func watch(_ process: Int32, _ body: @escaping @MainActor @Sendable () -> Void) -> ProcessWatch? {
    do throws(ProcessEndSource.Failure) {
      let source = try source(of: process)
      let watch = ProcessWatch(ended: body) { watch in
        source.remove(watch)
        if source.isOver { remove(source, of: process) }
      }
      source.add(watch)
      return watch
    } catch {
      guard error == .noProcess else { return nil }
      body()
      return ProcessWatch(ended: {}, cancelled: { _ in })
    }
  }

  private static func source(of process: Int32) throws(ProcessEndSource.Failure) -> ProcessEndSource {
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
