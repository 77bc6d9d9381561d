#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Waits, on the thread that calls, until something can be done with a descriptor.
enum Waiting {
  static let toRead = Int16(POLLIN)
  static let toWrite = Int16(POLLOUT)

  /// Returns, for each descriptor, whether what it is awaited for has come; nil once the time has passed.
  static func wait(
    for descriptors: [(number: Int32, events: Int16)], until deadline: ContinuousClock.Instant?
  ) -> [Bool]? {
    var polled = descriptors.map { pollfd(fd: $0.number, events: $0.events, revents: 0) }
    while true {
      let count = poll(&polled, nfds_t(polled.count), milliseconds(until: deadline))
      if count > 0 { return polled.map { $0.revents != 0 } }
      if let deadline, deadline <= .now { return nil }
      // Otherwise a signal has come, or so long a time that poll cannot say it at once.
    }
  }

  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let rest = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
    return Int32(min(max(rest.rounded(.up), 0), 1e9))
  }
}
