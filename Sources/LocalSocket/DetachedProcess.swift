import SystemSupport

/// A process in its own session, without a terminal. It continues after this process has ended.
package struct DetachedProcess {
  let number: pid_t

  /// Starts a program with the working directory and the environment of this process, and with `/dev/null` as stdin.
  ///
  /// The program inherits only the standard descriptors, and has the default handling of all signals.
  ///
  /// - Parameter executable: The path of the program. A name without a slash is searched for on `PATH`.
  package init(_ executable: String, _ arguments: [String], output: Int32, errors: Int32) throws(LocalSocketError) {
    var (actions, attributes) = Platform.noSpawnArguments
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    // Otherwise the server would keep an inherited stream open, and a process that waits for the end of this stream
    // would wait for the end of the server.
    Platform.closeInherited(&actions)

    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(Platform.spawnFlags | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    var words: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) }
    defer { words.forEach { free($0) } }
    words.append(nil)
    var number: pid_t = 0
    let result = posix_spawnp(&number, executable, &actions, &attributes, words, environ)
    guard result == 0 else { throw LocalSocketError("\(executable.shown) cannot be started", Errno(rawValue: result)) }
    self.number = number
  }

  /// Whether the process has ended. If so, it is no longer a zombie: do not call ``waitForEnd()`` then.
  ///
  /// Does not wait for any other child, because the program of this process may have children of its own.
  func hasEnded() -> Bool { waitpid(number, nil, WNOHANG) != 0 }

  /// Waits until the process has ended. Returns how it ended, for example "with status 1".
  package func waitForEnd() -> String {
    var status: Int32 = 0
    while waitpid(number, &status, 0) < 0 {
      // The status was already collected elsewhere, for example because SIGCHLD is ignored.
      guard errno == EINTR else { return "with an unknown status" }
    }
    let signal = status & 0x7f
    return signal == 0 ? "with status \(status >> 8 & 0xff)" : "by signal \(signal)"
  }
}
