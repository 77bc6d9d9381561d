import SystemSupport

/// The process's own ends of stdin and stdout.
public enum StandardStreams {
  /// The descriptor that messages are read from.
  public static let input: Int32 = STDIN_FILENO

  /// Takes stdout for messages alone: returns a private duplicate and points descriptor 1 at stderr,
  /// so that a stray `print` cannot corrupt the stream.
  ///
  /// Call it once, before anything else writes to stdout. Also makes a write to a closed pipe an
  /// error instead of a signal.
  ///
  /// - Returns: The duplicate, or -1 if stdout is closed.
  public static func takeOutput() -> Int32 {
    let isClosed = fcntl(STDOUT_FILENO, F_GETFD) < 0
    openClosed()
    signal(SIGPIPE, SIG_IGN)
    guard !isClosed else { return -1 }
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    if output >= 0 { _ = dup2(STDERR_FILENO, STDOUT_FILENO) }
    return output
  }

  /// Opens /dev/null for each standard descriptor that is closed, so that what is opened later does
  /// not get its number and is taken for the stream.
  public static func openClosed() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is the one that is closed.
      _ = open("/dev/null", O_RDWR)
    }
  }
}
