import SystemSupport

/// SIGTERM and SIGINT as bytes in a pipe, which a loop can wait for.
///
/// No signal is lost after ``catchAll()`` has returned. A dispatch source is registered on another thread, and would
/// miss a signal that comes before its registration.
enum TerminationSignals {
  // Written once, before the handler that reads it is installed.
  nonisolated(unsafe) private static var writeEnd: Int32 = -1

  /// Catches the signals. Returns a descriptor that becomes readable when a signal has come, or -1 if no pipe can be
  /// made.
  ///
  /// This method and the handler are nonisolated, because the handler runs on any thread.
  static func catchAll() -> Int32 {
    guard let pipe = try? FileDescriptor.closeOnExecPipe(isNonBlocking: true) else { return -1 }
    writeEnd = pipe.writer.rawValue
    for number in [SIGTERM, SIGINT] {
      signal(number) { _ in
        // A signal handler may call hardly anything but `write`. If the pipe is full, it is readable without this byte.
        let before = errno
        var byte: UInt8 = 0
        _ = write(TerminationSignals.writeEnd, &byte, 1)
        errno = before
      }
    }
    return pipe.reader.rawValue
  }

  /// Removes the bytes from the pipe.
  static func drain(_ descriptor: Int32) {
    var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
    _ = read(descriptor, &bytes, bytes.count)
  }
}
