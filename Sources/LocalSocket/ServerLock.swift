import SystemSupport

/// The lock that makes one process the server at an address. The lock is released when the process ends, in any way.
package struct ServerLock {
  /// The process that is the server at an address.
  package struct Holder: Hashable, Sendable {
    package let process: Int32

    /// The time at which the process took the lock, in seconds since 1970.
    package let since: Int

    /// The arguments of the process, without the name of its program. Nil if the system does not provide them.
    package var arguments: [String]? {
      guard let file = try? OwnedDescriptor(.open("/proc/\(process)/cmdline", .readOnly, options: .closeOnExec)) else {
        return nil
      }
      var text: [UInt8] = []
      var part = [UInt8](repeating: 0, count: 1 << 16)
      while let count = try? part.withUnsafeMutableBytes({ try file.file.read(into: $0) }), count > 0 {
        text += part[..<count]
      }
      let words = text.split(separator: 0, omittingEmptySubsequences: false).dropFirst().dropLast()
      return words.map { String(decoding: $0, as: UTF8.self) }
    }
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
  /// The server itself must not call this method, because the server would lose its lock.
  ///
  /// - Returns: Whether there was a server.
  package static func endServer(at address: ServerAddress) throws(LocalSocketError) -> Bool {
    guard try address.directory?.exists() ?? true, let file = try LockFile(existing: address.lockPath) else {
      return false
    }
    var wasRunning = false
    while true {
      // A server that is being started would end without a reply to the process that has started it, and that process
      // could start it again.
      try file.waitForRelease(of: .start)
      // A server takes the second lock before it releases the first, so it cannot be missed.
      let next = try file.holder(of: .opening)
      let server = try file.holder(of: .server)
      guard let process = server ?? next else { return wasRunning }
      // If the holder runs in another PID namespace, its process id is 0 here, and kill(0) would signal the process
      // group of this process.
      guard process > 0 else {
        throw LocalSocketError("The server at \(address) runs in another PID namespace, so it cannot be signalled.")
      }
      guard kill(process, SIGTERM) == 0 || errno == ESRCH else {
        throw LocalSocketError(errno: "The server at \(address) cannot be stopped")
      }
      try file.waitForRelease(of: .life(process))
      wasRunning = true
    }
  }

  /// Whether the server at `address` has announced its end.
  ///
  /// The server itself must not call this method, because the server would lose its lock.
  static func isEnding(_ address: ServerAddress) throws(LocalSocketError) -> Bool {
    try LockFile(existing: address.lockPath)?.holder(of: .ending) != nil
  }

  /// Runs `body` while no other process runs such a closure for the same address. If another process runs one, first
  /// waits until that closure has ended.
  ///
  /// - Parameter body: A closure that receives another closure, `isEnding`, which returns whether the server has
  ///   announced its end. Do not call ``isEnding(_:)`` in `body`: it would open the lock file again, and this process
  ///   would lose its lock.
  static func whileStarting<Result>(
    _ address: ServerAddress,
    _ body: (_ isEnding: () throws(LocalSocketError) -> Bool) throws(LocalSocketError) -> Result
  ) throws(LocalSocketError) -> Result {
    let file = try LockFile(making: address.lockPath)
    try file.waitForTaking(.start)
    defer { file.release(.start) }
    return try body { () throws(LocalSocketError) in try file.holder(of: .ending) != nil }
  }
}
