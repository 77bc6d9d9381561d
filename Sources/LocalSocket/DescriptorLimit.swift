#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How many descriptors this process may have open.
package enum DescriptorLimit {
  /// The descriptors that are kept for everything but connections: files, databases, requests to a backend.
  static let kept = 48

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
    return max(limit.rlim_cur, min(most, rlim_t(max(0, connections)) + rlim_t(kept)))
  }

  static func fitting(_ connections: Int, in limit: rlimit) -> Int {
    min(connections, max(0, Int(clamping: limit.rlim_cur) - kept))
  }
}
