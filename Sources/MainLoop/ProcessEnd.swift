import Dispatch
import Foundation

#if os(Linux)
  import CLoop
#endif

/// Waits for the end of other processes.
public enum ProcessEnd {
  /// Calls `body` once when a process has ended, or now if there is none with this number.
  ///
  /// Nothing wakes up before that. Returns false, and never calls `body`, if the system does not tell.
  @MainActor
  public static func notify(of process: Int32, _ body: @escaping @MainActor @Sendable () -> Void) -> Bool {
    #if os(Linux)
      let descriptor = pidfd_open(process, 0)
      guard descriptor >= 0 else {
        guard errno == ESRCH else { return false }
        body()
        return true
      }
      Thread.detachNewThread {
        var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&descriptors, 1, -1) < 0, errno == EINTR {}
        close(descriptor)
        Task { @MainActor in body() }
      }
    #else
      guard kill(process, 0) == 0 || errno != ESRCH else {
        body()
        return true
      }
      let source = DispatchSource.makeProcessSource(identifier: process, eventMask: .exit, queue: .main)
      source.setEventHandler {
        source.cancel()
        MainActor.assumeIsolated(body)
      }
      source.activate()
    #endif
    return true
  }
}
