import SystemSupport

/// A process of a session of its own, with no terminal, which goes on when this one has ended.
struct DetachedProcess {
  let number: pid_t

  /// Starts a program in this process's working directory, with its environment, and with stdin from `/dev/null`.
  ///
  /// It gets no descriptors but the standard ones and no signal's handling that is not the usual one.
  init(_ executable: String, _ arguments: [String], output: Int32, errors: Int32) throws(LocalSocketError) {
    #if canImport(Darwin)
      var (actions, attributes) = (posix_spawn_file_actions_t?.none, posix_spawnattr_t?.none)
    #else
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    DetachedProcess.keepInheritedDescriptors()

    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(DetachedProcess.flags))

    var words: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) }
    defer { words.forEach { free($0) } }
    words.append(nil)
    var number: pid_t = 0
    let result = posix_spawn(&number, executable, &actions, &attributes, words, environ)
    guard result == 0 else { throw LocalSocketError("\(executable.shown) cannot be started", Errno(rawValue: result)) }
    self.number = number
  }

  /// Waits for the end of the process; returns how it ended: "with status 1".
  func waitForEnd() -> String {
    var status: Int32 = 0
    while waitpid(number, &status, 0) < 0 {
      // Somebody has had children reaped unseen.
      guard errno == EINTR else { return "with an unknown status" }
    }
    let signal = status & 0x7f
    return signal == 0 ? "with status \(status >> 8 & 0xff)" : "by signal \(signal)"
  }

  #if canImport(Darwin)
    private static let flags =
      POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT

    /// The flag does it.
    private static func keepInheritedDescriptors() {}
  #else
    /// POSIX_SPAWN_SETSID is 0x80 in spawn.h, but Swift does not know it.
    private static let flags = 0x80 | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK

    /// Has no program get the descriptors that this process was started with: whoever waits for their end would wait
    /// for the end of the server.
    private static func keepInheritedDescriptors() {
      guard let directory = opendir("/proc/self/fd") else { return }
      defer { closedir(directory) }
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        guard let descriptor = Int32(name), descriptor > STDERR_FILENO else { continue }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      }
    }
  #endif
}
