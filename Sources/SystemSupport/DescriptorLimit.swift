/// The number of descriptors that this process may have open.
package enum DescriptorLimit {
  /// The descriptors that a server needs besides those of its connections: an app may have a database, and libdispatch
  /// and event loops end the process when they find none, at any time.
  package static let needed = 48

  /// The soft and the hard limit.
  package static var limits: rlimit {
    get {
      var limits = rlimit()
      getrlimit(resource, &limits)
      return limits
    }
    set {
      var limits = newValue
      setrlimit(resource, &limits)
    }
  }

  /// Whether there are descriptors for many files and requests at a time, besides those of the connections.
  package static var isLarge: Bool { isLarge(limits.rlim_cur) }

  /// Whether so many descriptors can be opened now.
  package static func areFree(_ count: Int = needed) -> Bool {
    var opened: [OwnedDescriptor] = []
    while opened.count < count {
      let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { return false }
      opened.append(OwnedDescriptor(descriptor))
    }
    return true
  }

  /// Raises the limit as far as so many connections need, and as the system allows; it is never lowered.
  ///
  /// - Returns: The number of the connections for which there are descriptors.
  package static func raise(forConnections connections: Int) -> Int {
    limits.rlim_cur = raised(limits, forConnections: connections)
    // The system may have granted less.
    return fitting(connections, in: limits)
  }

  static func raised(_ limit: rlimit, forConnections connections: Int) -> rlim_t {
    var most = limit.rlim_max
    #if canImport(Darwin)
      // The hard limit may be infinite, which is refused as a soft one.
      most = min(most, rlim_t(OPEN_MAX))
    #endif
    let (needed, overflow) = connections.multipliedReportingOverflow(by: perConnection)
    guard !overflow, needed <= .max - kept(of: .max) else { return max(limit.rlim_cur, most) }
    return max(limit.rlim_cur, min(most, rlim_t(max(0, needed) + kept(of: .max))))
  }

  static func fitting(_ connections: Int, in limit: rlimit) -> Int {
    min(connections, max(0, Int(clamping: limit.rlim_cur) - kept(of: limit.rlim_cur)) / perConnection)
  }

  /// The descriptors that are kept for everything but connections.
  static func kept(of limit: rlim_t) -> Int { isLarge(limit) ? 2 * needed : needed }

  /// The descriptors of a connection: its socket, and the watch of the process whose end is to end it.
  private static let perConnection = 2

  private static func isLarge(_ limit: rlim_t) -> Bool { limit >= 1024 }

  #if canImport(Darwin)
    private static let resource = RLIMIT_NOFILE
  #else
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #endif
}
