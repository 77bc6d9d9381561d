#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A listening socket in a folder, which was made by this process.
struct SocketFile {
  /// The socket, which does not block; for whoever made this to close.
  let descriptor: Int32

  private let path: String
  private let identity: Identity

  private struct Identity: Equatable {
    let device: dev_t
    let number: ino_t
  }

  /// Listens at a path where only this user may connect, and replaces a socket that a killed process has left there.
  ///
  /// - Throws: If there is anything else. Whoever calls has the right to the path, so that nobody else replaces it.
  init(at path: String, backlog: Int32) throws(LocalSocketError) {
    try SocketFile.removeStale(path)
    let descriptor = UnixSocket.make()
    guard descriptor >= 0 else { throw LocalSocketError("No socket can be made", errno: errno) }
    UnixSocket.makeNonBlocking(descriptor)
    // The mode is set before anybody can connect, and not by the umask, which belongs to all threads.
    guard UnixSocket.bindSocket(descriptor, to: path) == 0, chmod(path, 0o600) == 0,
      let identity = SocketFile.identity(path), listen(descriptor, backlog) == 0
    else {
      let reason = errno
      close(descriptor)
      throw LocalSocketError("The socket \(path.shown) cannot be made", errno: reason)
    }
    (self.descriptor, self.path, self.identity) = (descriptor, path, identity)
  }

  /// Removes the socket from its folder if it is still this one.
  func remove() {
    if SocketFile.identity(path) == identity { unlink(path) }
  }

  private static func identity(_ path: String) -> Identity? {
    var status = stat()
    return lstat(path, &status) == 0 ? Identity(device: status.st_dev, number: status.st_ino) : nil
  }

  private static func removeStale(_ path: String) throws(LocalSocketError) {
    var status = stat()
    // If it cannot be looked at, binding says why.
    guard lstat(path, &status) == 0 else { return }
    let kind = status.st_mode & S_IFMT
    guard kind != S_IFLNK else { throw LocalSocketError("\(path.shown) is a link; remove it to listen there.") }
    guard kind == S_IFSOCK else { throw LocalSocketError("\(path.shown) is no socket; remove it to listen there.") }
    guard status.st_uid == geteuid() else {
      throw LocalSocketError("The socket \(path.shown) belongs to uid \(status.st_uid).")
    }
    guard isStale(path) else { throw LocalSocketError("Another program listens at \(path.shown).") }
    unlink(path)
  }

  /// Whether no process has the socket any more. One that is no server of ours, and has no lock, may.
  private static func isStale(_ path: String) -> Bool {
    let descriptor = UnixSocket.make()
    defer { close(descriptor) }
    UnixSocket.makeNonBlocking(descriptor)
    return UnixSocket.connectSocket(descriptor, to: path) != 0 && errno == ECONNREFUSED
  }
}
