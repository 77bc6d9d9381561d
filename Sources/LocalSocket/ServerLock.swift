import SystemSupport

/// The right of one process to be the server at an address; it ends with the process, however that ends.
package struct ServerLock {
  /// The process that is the server at an address.
  package struct Holder: Hashable, Sendable {
    package let process: Int32

    /// When it took the lock, in seconds since 1970.
    package let since: Int
  }

  private let file: LockFile

  /// Takes the lock, and has other processes that want it wait until ``opened()``.
  ///
  /// A server that listens no more is waited for.
  ///
  /// - Throws: If another process is the server. It listens already then, so that connecting to it succeeds.
  init(_ address: ServerAddress) throws(LocalSocketError) {
    file = try LockFile(making: address.lockPath)
    try file.waitForTaking(.opening)
    try file.waitForTaking(.life(getpid()))
    while try !file.take(.server) {
      // It may have ended in between, or only have waited for the end of another.
      guard let holder = try file.holder(of: .server) else { continue }
      guard try file.holder(of: .ending) == holder else {
        throw LocalSocketError("A server listens at \(address) already, with pid \(holder).")
      }
      try file.waitForRelease(of: .ending)
    }
    try file.write(process: getpid())
  }

  /// The server listens now.
  func opened() {
    file.release(.opening)
  }

  /// Announces the end of this server. The next server waits for that end, and ``DetachedServer`` does not use a
  /// connection that it makes from now on.
  func ending() {
    // If the system refuses it, the others fail instead of waiting.
    _ = try? file.take(.ending)
  }

  /// Withdraws what ``ending()`` has announced.
  func goingOn() {
    file.release(.ending)
  }

  /// The process that is the server at an address; none if there is no server. Nothing is made.
  ///
  /// Not to be called by the server itself: it would lose its lock.
  package static func holder(of address: ServerAddress) throws(LocalSocketError) -> Holder? {
    guard try address.folder?.exists() ?? true, let file = try LockFile(existing: address.lockPath),
      let process = try file.holder(of: .server)
    else { return nil }
    return Holder(process: process, since: file.writingTime)
  }

  /// Waits for the end of the server at an address; returns at once if there is none.
  ///
  /// Not to be called by the server itself: it would lose its lock.
  package static func waitUntilFree(_ address: ServerAddress) throws(LocalSocketError) {
    guard try address.folder?.exists() ?? true, let file = try LockFile(existing: address.lockPath),
      let process = try file.holder(of: .server)
    else { return }
    try file.waitForRelease(of: .life(process))
  }

  /// Whether the server at an address has announced its end.
  ///
  /// Not to be called by the server itself: it would lose its lock.
  static func isEnding(_ address: ServerAddress) throws(LocalSocketError) -> Bool {
    try LockFile(existing: address.lockPath)?.holder(of: .ending) != nil
  }

  /// Runs `body` while no other process is in here for the same address.
  ///
  /// - Parameter body: Gets a closure that says whether the server has announced its end. ``isEnding(_:)`` would open
  ///   the lock file again and so give up this process's lock.
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
