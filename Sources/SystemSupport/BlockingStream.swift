/// Reads and writes that block until the descriptor is ready, even if another process has made the descriptor
/// non-blocking.
package enum BlockingStream {
  /// Waits until bytes are available, and reads them. Returns the number of bytes. Returns 0 if the input has ended or
  /// cannot be read.
  package static func readSome(from descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard canRetry(descriptor, Waiting.toRead) else { return 0 }
    }
  }

  /// Writes all bytes. Returns nil if all bytes were written; otherwise returns the error.
  package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Errno? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest)
      let count = write(descriptor, piece.baseAddress, piece.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if !canRetry(descriptor, Waiting.toWrite) {
        return Errno(rawValue: errno)
      }
    }
    return nil
  }

  /// Whether a call that has just failed can be repeated. If necessary, waits until the descriptor is ready.
  private static func canRetry(_ descriptor: Int32, _ event: Int16) -> Bool {
    guard errno != EINTR else { return true }
    guard errno == EAGAIN || errno == EWOULDBLOCK else { return false }
    return Waiting.wait(for: [(descriptor, event)], until: nil) != nil
  }
}
