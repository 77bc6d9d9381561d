#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Wakes a thread that waits for descriptors.
package final class WakeUp: Sendable {
  /// Can be read after ``signal()``, until ``clear()``.
  package let descriptor: Int32
  private let input: Int32

  /// - Throws: ``DatabaseError`` if the process has no more descriptors.
  package init() throws(DatabaseError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw DatabaseError(.failed, "There are no file descriptors left: \(String(cString: strerror(errno))).")
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, input) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(input)
  }

  package func signal() {
    var byte: UInt8 = 0
    // A full pipe wakes as well.
    _ = write(input, &byte, 1)
  }

  /// - Returns: Whether there was a signal since the last time.
  @discardableResult
  package func clear() -> Bool {
    var bytes: [UInt8] = Array(repeating: 0, count: 64)
    var wasSignalled = false
    while read(descriptor, &bytes, bytes.count) > 0 { wasSignalled = true }
    return wasSignalled
  }
}
