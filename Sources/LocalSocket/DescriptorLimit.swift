#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How many descriptors this process may have open.
package enum DescriptorLimit {
  /// The descriptors of a connection: its socket, and the watch of the process whose end is to end it.
  static let perConnection = 2

  /// The descriptors that are kept for everything but connections: files, databases, requests to a backend, which may
  /// be more at a time where there are many descriptors.
  static func kept(of limit: rlim_t) -> Int { limit >= 1024 ? 96 : 48 }

  /// Raises the limit as far as so many connections need, and as the system allows; it is never lowered.
  ///
  /// - Returns: How many of the connections fit.
  package static func raise(forConnections connections: Int) -> Int {
    #if canImport(Darwin)
      let resource = RLIMIT_NOFILE
    #else
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return connections }
    limit.rlim_cur = raised(limit, forConnections: connections)
    setrlimit(resource, &limit)
    // What counts is what was granted.
    getrlimit(resource, &limit)
    return fitting(connections, in: limit)
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
}
