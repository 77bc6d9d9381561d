/// Functions that wait, on the calling thread, until descriptors are ready.
package enum Waiting {
  package static let toRead = Int16(POLLIN)
  package static let toWrite = Int16(POLLOUT)

  /// Waits until one of the descriptors is ready for its events, or has failed.
  ///
  /// If the peer of a descriptor has closed it, the descriptor is ready, whatever events are requested.
  ///
  /// - Parameter deadline: The time at which this method stops waiting. If nil, it waits without a time limit.
  /// - Returns: For each descriptor, whether it is ready. Nil if the deadline has passed or the system refuses to wait.
  ///   If the system refuses to wait, the reason is in `errno`.
  package static func wait(
    for descriptors: [(number: Int32, events: Int16)], until deadline: ContinuousClock.Instant?
  ) -> [Bool]? {
    var polled = descriptors.map { pollfd(fd: $0.number, events: $0.events, revents: 0) }
    while true {
      let count = poll(&polled, nfds_t(polled.count), milliseconds(until: deadline))
      if count > 0 { return polled.map { Int32($0.revents) & (Int32($0.events) | POLLERR | POLLHUP) != 0 } }
      if count < 0, errno != EINTR { return nil }
      // If the deadline has not passed, a signal has interrupted `poll`, or the remaining time was too long for one
      // call of `poll`.
      if let deadline, deadline <= .now { return nil }
    }
  }

  /// Whether a descriptor is ready now.
  package static func isReady(_ descriptor: Int32, for events: Int16) -> Bool {
    wait(for: [(descriptor, events)], until: .now) != nil
  }

  /// The milliseconds until a deadline, rounded up; -1 without a deadline.
  package static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let rest = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
    return Int32(min(max(rest.rounded(.up), 0), 1e9))
  }
}

extension Duration {
  /// The milliseconds of a time limit. They are at least 1, because 0 is no limit for PostgreSQL and libcurl.
  package var limitInMilliseconds: Int { max(Int(self / .milliseconds(1)), 1) }
}
