import SystemSupport

/// A time for which the input of one connection is handled before others get their turn.
struct TimeSlice {
  private let nanoseconds: Int64
  /// When it ends, by the system's clock; nil before it has begun.
  private var end: Int64?

  init(_ duration: Duration) { nanoseconds = Int64(duration / .nanoseconds(1)) }

  /// Begins anew when the clock is looked at for the first time.
  mutating func restart() { end = nil }

  /// Whether the time is over. The clock is looked at without a system call.
  mutating func isOver() -> Bool {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    if end == nil { end = now + nanoseconds }
    return end.map { now >= $0 } ?? true
  }
}
