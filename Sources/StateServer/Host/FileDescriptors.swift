#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The files, pipes and sockets that the process may open, of which there are few under `ulimit -n`.
enum FileDescriptors {
  /// What a server needs, with an app that has a database and some connections. libdispatch and event loops end the
  /// process where they find none, at any time: libdispatch looks after its threads in a file, each second.
  static let neededCount = 48

  /// Whether so many can be opened now.
  static func areFree(_ count: Int = neededCount) -> Bool {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < count {
      let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { return false }
      opened.append(descriptor)
    }
    return true
  }
}
