import CCrash
import SystemSupport

/// SIGTERM and SIGINT as bytes in a pipe, which a loop can wait for.
///
/// No signal is lost after ``catchAll()`` has returned. A dispatch source is registered on another thread, so it would
/// miss a signal that arrives before the registration.
enum TerminationSignals {
  // Written once, before the handler that reads it is installed.
  nonisolated(unsafe) private static var writeEnd: Int32 = -1

  /// Starts to catch the signals that end the process. Returns a descriptor that becomes readable when a signal has
  /// arrived, or -1 if no pipe can be made.
  ///
  /// This method and the handler are nonisolated, because the handler runs on any thread.
  static func catchAll() -> Int32 {
    guard let pipe = try? FileDescriptor.closeOnExecPipe(isNonBlocking: true) else { return -1 }
    writeEnd = pipe.writer.rawValue
    crash_catch_termination {
      // A signal handler may call hardly anything but `write`. If the pipe is full, it is readable without this byte.
      var byte: UInt8 = 0
      _ = write(TerminationSignals.writeEnd, &byte, 1)
    }
    return pipe.reader.rawValue
  }

  /// Removes the bytes from the pipe.
  static func drain(_ descriptor: Int32) {
    var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
    _ = read(descriptor, &bytes, bytes.count)
    crash_termination_taken()
  }
}
