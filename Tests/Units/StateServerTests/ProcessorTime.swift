import Foundation

/// The processor time of the thread that runs a test.
@MainActor
enum ProcessorTime {
  /// The least time that one of five runs of `body` takes, in nanoseconds.
  ///
  /// `body` does not wait: after that the main actor may run on another thread.
  static func least(_ body: () -> Void) -> Int {
    var least = Int.max
    for _ in 0..<5 {
      let start = now()
      body()
      least = min(least, now() - start)
    }
    return least
  }

  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
