import SystemSupport

/// The stdin and stdout of the process.
package enum StandardStreams {
  /// The descriptor that messages are read from.
  package static let input: Int32 = STDIN_FILENO

  /// Reserves stdout for messages. Returns a private duplicate of stdout, and redirects descriptor 1 to stderr, so that
  /// `print` cannot corrupt the messages. From now on, each line of text is written at once, so that a crash loses no
  /// line.
  ///
  /// Call this method once, before anything else writes to stdout. It also turns a write to a closed pipe into an error
  /// instead of a signal.
  ///
  /// - Returns: The duplicate, or -1 if stdout is closed.
  package static func takeOutput() -> Int32 {
    let isClosed = fcntl(STDOUT_FILENO, F_GETFD) < 0
    openClosed()
    signal(SIGPIPE, SIG_IGN)
    buffer_lines_of_stdout()
    guard !isClosed else { return -1 }
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    if output >= 0 { _ = dup2(STDERR_FILENO, STDOUT_FILENO) }
    return output
  }

  /// Opens /dev/null for each standard descriptor that is closed. Otherwise a file that is opened later could get the
  /// number of the closed descriptor, and would be used as the standard stream.
  package static func openClosed() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      // `open` uses the lowest free number, which is that of the closed descriptor.
      _ = open("/dev/null", O_RDWR)
    }
  }
}
