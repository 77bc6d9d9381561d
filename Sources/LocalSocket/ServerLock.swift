import SystemSupport

/// The lock that makes one process the server at an address. The lock is released when the process ends, in any way.
package struct ServerLock {
  /// The process that is the server at an address.
  package struct Holder: Hashable, Sendable {
    package let process: Int32

    /// The time at which the process took the lock, in seconds since 1970.
    package let since: Int
  }

  private let file: LockFile

  /// Acquires the lock. Other processes that want the lock wait until ``opened()`` is called.
  ///
  /// If the previous server has stopped listening but has not ended, waits for its end.
  ///
  /// - Throws: If another process is the server. That process already listens, so that connecting to it succeeds.
  init(_ address: ServerAddress) throws(LocalSocketError) {
    file = try LockFile(making: address.lockPath)
    // Comes first, so that a process that finds the holder of another lock can wait for the end of the holder.
    try file.waitForTaking(.life(getpid()))
    try file.waitForTaking(.opening)
    while try !file.take(.server) {
      // The holder may have ended meanwhile, or may itself only have waited for another server.
      guard let holder = try file.holder(of: .server) else { continue }
      guard try file.holder(of: .ending) == holder else {
        throw LocalSocketError("A server already listens at \(address), with pid \(holder).")
      }
      try file.waitForRelease(of: .ending)
    }
    try file.write(process: getpid())
  }

  /// Lets other processes continue, because the server listens now.
  func opened() {
    file.release(.opening)
  }

  /// Announces the end of this server. From now on, the next server waits for the end of this server, and
  /// ``DetachedServer`` does not use a new connection to this server.
  func announceEnd() {
    // If this fails, other servers fail instead of waiting.
    _ = try? file.take(.ending)
  }

  /// Withdraws the announcement of ``announceEnd()``.
  func withdrawEnd() {
    file.release(.ending)
  }

  /// The process that is the server at `address`. Nil if there is no server. This method creates no file.
  ///
  /// The server itself must not call this method, because the server would lose its lock.
  package static func holder(of address: ServerAddress) throws(LocalSocketError) -> Holder? {
    guard try address.directory?.exists() ?? true, let file = try LockFile(existing: address.lockPath),
      let process = try file.holder(of: .server)
    else { return nil }
    return Holder(process: process, since: file.writingTime)
  }

  /// Ends the server at `address` with SIGTERM, and waits until it has ended. This includes a server that is being
  /// started, and one that waits for the end of another.
  ///
  /// A server has ten seconds to announce its end, and then ten seconds to end.
  ///
  /// The server itself must not call this method, because the server would lose its lock.
  ///
  /// - Parameters:
  ///   - isForced: Whether to end a server with SIGKILL when it has not ended ten seconds after SIGTERM.
  ///   - report: Receives texts for the user: what this method waits for, and the end of a server by SIGKILL.
  /// - Returns: Whether there was a server.
  /// - Throws: ``LocalSocketError`` if a server has not ended in time.
  package static func endServer(
    at address: ServerAddress, isForced: Bool = false, report: @escaping (String) -> Void
  ) throws(LocalSocketError) -> Bool {
    guard try address.directory?.exists() ?? true, let file = try LockFile(existing: address.lockPath) else {
      return false
    }
    var wasRunning = false
    while true {
      // A server that is being started would end without a reply to the process that has started it, and that process
      // could start it again.
      var wait = ServerWait(report: report)
      let isStarting = try !file.waitForStart(of: address, &wait) { () throws(LocalSocketError) in
        try file.holder(of: .start) == nil
      }
      guard !isStarting || isForced else {
        guard let server = try file.holder(of: .opening) else { throw try file.startFailure(of: address) }
        throw AwaitedServer(address, process: server).failure("has not begun to listen within 10 s")
      }
      // A server takes the second lock before it releases the first, so it cannot be missed.
      let next = try file.holder(of: .opening)
      let server = try file.holder(of: .server)
      guard let process = server ?? next else {
        // The server that is being started has no lock yet.
        guard !isStarting else { throw try file.startFailure(of: address) }
        return wasRunning
      }
      // If the holder runs in another PID namespace, its process id is 0 here, and kill(0) would signal the process
      // group of this process.
      guard process > 0 else {
        throw LocalSocketError("The server at \(address) runs in another PID namespace, so it cannot be signalled.")
      }
      try end(AwaitedServer(address, process: process), process, in: file, isForced: isForced, report: report)
      wasRunning = true
    }
  }

  /// Ends one process that has the lock of its life in `file`, and waits until it has ended.
  private static func end(
    _ server: AwaitedServer, _ process: pid_t, in file: LockFile, isForced: Bool, report: @escaping (String) -> Void
  ) throws(LocalSocketError) {
    // Queued, because a second signal that is not queued ends a server that is only busy.
    try check(Platform.queueSignal(SIGTERM, to: process), of: server)
    var isEnding = false
    var wait = ServerWait(report: report)
    let hasEnded = try wait.wait(for: { "the \(server), which \(isEnding ? "finishes its calls" : server.state)" }) {
      (wait) throws(LocalSocketError) in
      if !isEnding, try file.holder(of: .ending) == process {
        isEnding = true
        if !isForced { wait.restart() }
      }
      return try file.holder(of: .life(process)) == nil
    }
    guard !hasEnded else { return }
    guard isForced else { throw server.failure("has not ended in time") }
    // If an action blocks the server, this signal ends it, and the replies that wait are still written.
    try check(kill(process, SIGTERM), of: server)
    let deadline = ContinuousClock.now + .seconds(1)
    var ending = ServerWait(report: report)
    _ = try ending.wait(for: { "the \(server)" }) { (_) throws(LocalSocketError) in
      try file.holder(of: .life(process)) == nil || .now >= deadline
    }
    try check(kill(process, SIGKILL), of: server)
    var killing = ServerWait(report: report)
    guard
      try killing.wait(
        for: { "the \(server), which was killed" },
        until: { (_) throws(LocalSocketError) in try file.holder(of: .life(process)) == nil })
    else { throw LocalSocketError("The \(server) was killed, but has not ended within 10 s.") }
    report(
      """
      ended the \(server), which had not ended within 10 s: its calls in progress get no reply, its views and sessions are \
      lost, and so is everything that it had not saved
      """)
  }

  /// Checks the result of sending a signal. The process may have ended meanwhile.
  private static func check(_ result: Int32, of server: AwaitedServer) throws(LocalSocketError) {
    guard result == 0 || errno == ESRCH else {
      throw LocalSocketError(errno: "The \(server) cannot be stopped")
    }
  }

  /// Runs `body` while no other process runs such a closure for the same address. If another process runs one, first
  /// waits until that closure has ended.
  ///
  /// - Parameters:
  ///   - report: Receives the text for the user if this method waits for more than a second.
  ///   - body: A closure that receives the lock file. Do not open the lock file again in `body`: this process would lose
  ///     its lock.
  /// - Throws: ``LocalSocketError`` if the other process has not ended its closure within ten seconds and is stopped.
  static func whileStarting<Result>(
    _ address: ServerAddress, report: @escaping (String) -> Void,
    _ body: (LockFile) throws(LocalSocketError) -> Result
  ) throws(LocalSocketError) -> Result {
    let file = try LockFile(making: address.lockPath)
    var wait = ServerWait(report: report)
    while try !file.waitForStart(of: address, &wait, until: { () throws(LocalSocketError) in try file.take(.start) }) {
      // How long a start takes depends on the app.
      if let starter = try file.holder(of: .start), RunningProgram.isStopped(starter) {
        throw try file.startFailure(of: address)
      }
      wait.restart()
    }
    defer { file.release(.start) }
    return try body(file)
  }
}

extension LockFile {
  /// Waits for another process that starts the server, until `isDone` returns true.
  ///
  /// - Returns: False if the time limit has passed.
  fileprivate func waitForStart(
    of address: ServerAddress, _ wait: inout ServerWait, until isDone: () throws(LocalSocketError) -> Bool
  ) throws(LocalSocketError) -> Bool {
    try wait.wait(
      for: {
        let starter = (try? holder(of: .start)) ?? 0
        return "\(starter > 0 ? "the process \(starter)" : "another process"), which starts the server at \(address)"
      }, until: { (_) throws(LocalSocketError) in try isDone() })
  }

  /// The error of a wait for the process that starts the server, and has not done so in time.
  fileprivate func startFailure(of address: ServerAddress) throws(LocalSocketError) -> LocalSocketError {
    let starter = try holder(of: .start) ?? 0
    let reason = RunningProgram.isStopped(starter) ? ", because it is stopped" : ""
    let name = starter > 0 ? "The process \(starter)" : "Another process"
    return LocalSocketError("\(name) has not started the server at \(address) within 10 s\(reason).")
  }
}
