#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reads and writes that wait.
///
/// Whoever shares a descriptor may have made it non-blocking; then they wait all the same.
package enum BlockingStream {
  /// Reads what there is, and waits for something; 0 at the end, and if it cannot be read.
  static func readSome(from descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard mayGoOn(descriptor, POLLIN) else { return 0 }
    }
  }

  /// Writes everything; returns the value of `errno` that says why it cannot, or nil.
  package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest)
      let count = write(descriptor, piece.baseAddress, piece.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if !mayGoOn(descriptor, POLLOUT) {
        return errno
      }
    }
    return nil
  }

  /// Whether what has just failed can be tried again, if need be after waiting.
  private static func mayGoOn(_ descriptor: Int32, _ event: Int32) -> Bool {
    guard errno != EINTR else { return true }
    guard errno == EAGAIN || errno == EWOULDBLOCK else { return false }
    var descriptors = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return poll(&descriptors, 1, -1) >= 0 || errno == EINTR
  }
}
