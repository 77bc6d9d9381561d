import SystemSupport

/// The time for which the input of one connection is handled before that of the others.
struct TimeSlice {
  private let nanoseconds: Int64
  /// The end, on the monotonic clock; nil before the slice has begun.
  private var end: Int64?

  init(_ duration: Duration) { nanoseconds = Int64(duration / .nanoseconds(1)) }

  /// Starts a new slice, which begins with the first reading of the clock.
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
