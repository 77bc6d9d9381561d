/// Waits for the ends of other processes.
@MainActor
public enum ProcessEnd {
  private static var sources: [Int32: ProcessEndSource] = [:]

  /// Calls `body` once when a process has ended, or now if there is none with this number.
  ///
  /// Nothing wakes up before that. A process costs one descriptor, however often it is watched.
  ///
  /// - Returns: What ends the watching; nil, and `body` is never called, if the system does not tell.
  public static func watch(_ process: Int32, _ body: @escaping @MainActor @Sendable () -> Void) -> ProcessWatch? {
    do throws(ProcessEndSource.Failure) {
      let source = try source(of: process)
      let watch = ProcessWatch(ended: body) { watch in
        source.remove(watch)
        if source.isOver { forget(source, of: process) }
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
    let source = try ProcessEndSource(process) { forget($0, of: process) }
    sources[process] = source
    return source
  }

  /// Forgets a source that is over, unless it is another's that was asked for since.
  private static func forget(_ source: ProcessEndSource, of process: Int32) {
    if sources[process] === source { sources[process] = nil }
  }
}
