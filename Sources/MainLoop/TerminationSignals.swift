import SystemSupport

/// SIGTERM and SIGINT as bytes in a pipe, which a loop can wait for.
///
/// From the moment this returns no signal is lost. A dispatch source would miss one that comes
/// before its registration, which happens on another thread.
enum TerminationSignals {
  // Written once, before the handler that reads it is installed.
  nonisolated(unsafe) private static var writeEnd: Int32 = -1

  /// Catches the signals and returns the descriptor that becomes readable when one has come.
  ///
  /// Isolated to nothing, and so is the handler: it runs on whatever thread the signal finds.
  static func catchAll() -> Int32 {
    guard let pipe = try? FileDescriptor.closeOnExecPipe(isNonBlocking: true) else { return -1 }
    writeEnd = pipe.writer.rawValue
    for number in [SIGTERM, SIGINT] {
      signal(number) { _ in
        // A handler may do hardly more than this. The pipe being full is as good.
        let before = errno
        var byte: UInt8 = 0
        _ = write(TerminationSignals.writeEnd, &byte, 1)
        errno = before
      }
    }
    return pipe.reader.rawValue
  }

  /// Takes the bytes out of the pipe again.
  static func drain(_ descriptor: Int32) {
    var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
    _ = read(descriptor, &bytes, bytes.count)
  }
}
