#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The thread of the main actor.
enum MainThread {
  #if canImport(Darwin)
    private static var isCurrent: Bool { pthread_main_np() != 0 }
    @MainActor static func note() {}
  #else
    // Linux has no `pthread_main_np`, and asking the system for both ids costs two calls a change.
    private static let identity = MainActor.assumeIsolated { pthread_self() }
    private static var isCurrent: Bool { pthread_equal(pthread_self(), identity) != 0 }

    /// Remembers which thread is the main one; call it before any other use.
    @MainActor static func note() { _ = identity }
  #endif

  /// Runs `body` on the main actor: at once if this is its thread, else soon.
  nonisolated static func run(_ body: @escaping @MainActor @Sendable () -> Void) {
    if isCurrent {
      MainActor.assumeIsolated(body)
    } else {
      Task { @MainActor in body() }
    }
  }
}
