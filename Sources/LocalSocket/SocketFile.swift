import SystemSupport

/// A listening socket in a folder, which was made by this process.
struct SocketFile {
  /// The socket, which does not block; for whoever made this to close.
  let descriptor: Int32

  private let path: String
  private let identity: FileIdentity

  /// Listens at a path where only this user may connect, and replaces a socket that a killed process has left there.
  ///
  /// - Throws: If there is anything else. Whoever calls has the right to the path, so that nobody else replaces it.
  init(at path: String, backlog: Int32) throws(LocalSocketError) {
    try SocketFile.removeStale(path)
    let descriptor = UnixSocket.make()
    guard descriptor >= 0 else { throw LocalSocketError(errno: "No socket can be made") }
    FileDescriptor(rawValue: descriptor).setNonBlocking()
    // The mode is set before anybody can connect, and not by the umask, which belongs to all threads.
    guard UnixSocket.bindSocket(descriptor, to: path) == 0, chmod(path, 0o600) == 0,
      let identity = FileIdentity(path: path, followsLink: false), listen(descriptor, backlog) == 0
    else {
      let failure = LocalSocketError(errno: "The socket \(path.shown) cannot be made")
      close(descriptor)
      throw failure
    }
    (self.descriptor, self.path, self.identity) = (descriptor, path, identity)
  }

  /// Removes the socket from its folder if it is still this one.
  func remove() {
    if FileIdentity(path: path, followsLink: false) == identity { unlink(path) }
  }

  private static func removeStale(_ path: String) throws(LocalSocketError) {
    // If it cannot be examined, binding throws the reason.
    guard let status = try? Stat(path, followTargetSymlink: false) else { return }
    guard status.type != .symbolicLink else {
      throw LocalSocketError("\(path.shown) is a link; remove it to listen there.")
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

  /// Whether no process has the socket any more. One that is no server of ours, and has no lock, may.
  private static func isStale(_ path: String) -> Bool {
    let descriptor = OwnedDescriptor(UnixSocket.make())
    descriptor.file.setNonBlocking()
    return UnixSocket.connectSocket(descriptor.number, to: path) != 0 && errno == ECONNREFUSED
  }
}
