/// The number of descriptors that this process may have open.
package enum DescriptorLimit {
  /// The number of descriptors that a server needs in addition to the descriptors of its connections. For example, the
  /// app may have a database. libdispatch and event loops also need descriptors: if none is free, they may end the
  /// process.
  package static let needed = 48

  /// The soft and the hard limit of open descriptors.
  package static var limits: rlimit {
    get {
      var limits = rlimit()
      getrlimit(Platform.descriptorLimit, &limits)
      return limits
    }
    set {
      var limits = newValue
      setrlimit(Platform.descriptorLimit, &limits)
    }
  }

  /// Whether the limit is large enough for many concurrent files and requests, in addition to the connections.
  package static var isLarge: Bool { isLarge(limits.rlim_cur) }

  /// Whether `count` further descriptors can be opened now.
  package static func areFree(_ count: Int = needed) -> Bool {
    var opened: [OwnedDescriptor] = []
    while opened.count < count {
      let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { return false }
      opened.append(OwnedDescriptor(descriptor))
    }
    return true
  }

  /// Raises the limit, as far as the system allows, so that it is enough for `connections` connections. Never lowers
  /// the limit.
  ///
  /// - Returns: The number of connections for which there are enough descriptors.
  package static func raise(forConnections connections: Int) -> Int {
    limits.rlim_cur = raised(limits, forConnections: connections)
    // The system may have granted less.
    return fitting(connections, in: limits)
  }

  static func raised(_ limit: rlimit, forConnections connections: Int) -> rlim_t {
    let most = min(limit.rlim_max, Platform.mostDescriptors)
    let (needed, overflow) = connections.multipliedReportingOverflow(by: perConnection)
    guard !overflow, needed <= .max - kept(of: .max) else { return max(limit.rlim_cur, most) }
    return max(limit.rlim_cur, min(most, rlim_t(max(0, needed) + kept(of: .max))))
  }

  static func fitting(_ connections: Int, in limit: rlimit) -> Int {
    min(connections, max(0, Int(clamping: limit.rlim_cur) - kept(of: limit.rlim_cur)) / perConnection)
  }

  /// The number of descriptors that are reserved for other purposes than connections.
  static func kept(of limit: rlim_t) -> Int { isLarge(limit) ? 2 * needed : needed }

  /// The number of descriptors that a connection needs: one for its socket, and one to watch the client's process. The
  /// connection ends when that process ends.
  private static let perConnection = 2

  private static func isLarge(_ limit: rlim_t) -> Bool { limit >= 1024 }
}
