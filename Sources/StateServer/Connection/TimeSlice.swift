import SystemSupport

/// The time for which the server handles the input of one connection before it handles the input of the others.
struct TimeSlice {
  private let nanoseconds: Int64
  /// The end of the slice on the monotonic clock, in nanoseconds; nil before the slice has begun.
  private var end: Int64?

  init(_ duration: Duration) { nanoseconds = Int64(duration / .nanoseconds(1)) }

  /// Starts a new slice. Its time begins when ``isOver()`` first reads the clock.
  mutating func restart() { end = nil }

  /// Reads the clock, without a system call, and returns whether the slice is over.
  mutating func isOver() -> Bool {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    if end == nil { end = now + nanoseconds }
    return end.map { now >= $0 } ?? true
  }
}
