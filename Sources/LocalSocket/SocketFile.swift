import SystemSupport

/// A listening socket with its file, both made by this process.
struct SocketFile {
  /// The socket, which is non-blocking. The caller closes it.
  let descriptor: Int32

  private let path: String
  private let identity: FileIdentity
  private let watch: FileWatch?

  /// Listens at `path`. Only this user may connect there. If a killed process has left a socket at the path, replaces
  /// that socket.
  ///
  /// The caller must hold the lock of the path, so that no other process replaces the socket.
  ///
  /// - Throws: If there is any other file at the path.
  init(at path: String, backlog: Int32) throws(LocalSocketError) {
    try SocketFile.removeStale(path)
    let descriptor = UnixSocket.make()
    guard descriptor >= 0 else { throw LocalSocketError(errno: "A socket cannot be created") }
    FileDescriptor(rawValue: descriptor).setNonBlocking()
    // Sets the mode before any process can connect. Does not use the umask to set the mode, because all threads share
    // the umask.
    // The identity comes after the watch, so that a removal in between is noticed.
    guard UnixSocket.bindSocket(descriptor, to: path) == 0, chmod(path, 0o600) == 0,
      case let watch = FileWatch(path, for: FileWatch.links),
      let identity = FileIdentity(path: path, followsLink: false), listen(descriptor, backlog) == 0
    else {
      let failure = LocalSocketError(errno: "The socket \(path.shown) cannot be created")
      close(descriptor)
      throw failure
    }
    watch?.events.file.setNonBlocking()
    (self.descriptor, self.path, self.identity, self.watch) = (descriptor, path, identity, watch)
  }

  /// A descriptor that becomes readable when the file may have been removed. Nil if the system does not report that.
  var events: Int32? { watch?.events.number }

  /// Whether the file still belongs to this socket. Discards the events.
  func isAtPath() -> Bool {
    watch?.discardEvents()
    return FileIdentity(path: path, followsLink: false) == identity
  }

  /// Removes the file if the file still belongs to this socket.
  func remove() {
    if isAtPath() { unlink(path) }
  }

  private static func removeStale(_ path: String) throws(LocalSocketError) {
    // If the path cannot be examined, binding the socket fails with the reason.
    guard let status = try? Stat(path, followTargetSymlink: false) else { return }
    guard status.type != .symbolicLink else {
      throw LocalSocketError("\(path.shown) is a symbolic link; remove it to listen there.")
    }
    guard status.type == .socket else {
      throw LocalSocketError("\(path.shown) is not a socket; remove it to listen there.")
    }
    guard status.userID.rawValue == geteuid() else {
      throw LocalSocketError("The socket \(path.shown) belongs to uid \(status.userID.rawValue).")
    }
    guard isStale(path) else { throw LocalSocketError("Another program listens at \(path.shown).") }
    unlink(path)
  }

  /// Whether no process has the socket open any longer. A program that does not use the lock may still have it open.
  private static func isStale(_ path: String) -> Bool {
    let descriptor = OwnedDescriptor(UnixSocket.make())
    descriptor.file.setNonBlocking()
    return UnixSocket.connectSocket(descriptor.number, to: path) != 0 && errno == ECONNREFUSED
  }
}
