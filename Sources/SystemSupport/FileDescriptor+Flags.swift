extension FileDescriptor {
  /// Makes a pipe whose two ends are close-on-exec.
  ///
  /// `pipe2` would do this in one call, but it does not exist on every system.
  package static func closeOnExecPipe(isNonBlocking: Bool = false) throws -> (reader: Self, writer: Self) {
    let (reader, writer) = try pipe()
    for end in [reader, writer] {
      end.setCloseOnExec()
      if isNonBlocking { end.setNonBlocking() }
    }
    return (reader, writer)
  }

  /// Marks the descriptor as close-on-exec: it is closed in the programs that this process starts.
  package func setCloseOnExec() { _ = fcntl(rawValue, F_SETFD, FD_CLOEXEC) }

  /// Sets whether reads and writes return at once instead of waiting. The setting affects all processes that share the
  /// open file.
  package func setNonBlocking(_ isNonBlocking: Bool = true) {
    let flags = fcntl(rawValue, F_GETFL)
    _ = fcntl(rawValue, F_SETFL, isNonBlocking ? flags | O_NONBLOCK : flags & ~O_NONBLOCK)
  }
}
