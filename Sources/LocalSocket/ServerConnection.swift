import SystemSupport

/// The functions that connect to servers.
package enum ServerConnection {
  /// Connects to the server at `address`, and checks that the server belongs to this user.
  ///
  /// - Parameter timeout: The time to wait for a server that does not accept connections at the moment.
  /// - Returns: A blocking descriptor, which the caller closes; nil if there is no server.
  /// - Throws: ``LocalSocketError`` if the server cannot be connected to, or belongs to another user.
  package static func open(
    _ address: ServerAddress, timeout: Duration = .seconds(10)
  ) throws(LocalSocketError) -> Int32? {
    try open(address, timeout: timeout, user: geteuid())
  }

  static func open(
    _ address: ServerAddress, timeout: Duration, user: UInt32
  ) throws(LocalSocketError) -> Int32? {
    guard try address.directory?.exists() ?? true else { return nil }
    let descriptor = UnixSocket.make()
    guard descriptor >= 0 else { throw LocalSocketError(errno: "No socket can be made") }
    do {
      guard try connect(descriptor, to: address, timeout: timeout) else {
        close(descriptor)
        return nil
      }
      try check(descriptor, at: address, user: user)
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Whether the server has closed a connection without sending anything on it.
  static func hasEnded(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    return count == 0 || count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR
  }

  /// Connects a socket to the server. Returns whether there is a server.
  private static func connect(
    _ descriptor: Int32, to address: ServerAddress, timeout: Duration
  ) throws(LocalSocketError) -> Bool {
    // While the server's queue is full, connecting a blocking socket waits. The timeout of writes limits this wait.
    setWriteTimeout(descriptor, timeout)
    defer { setWriteTimeout(descriptor, .zero) }
    while UnixSocket.connectSocket(descriptor, to: address.socketPath) != 0 {
      switch errno {
      case EINTR: continue
      case ENOENT, ECONNREFUSED: return false
      case EAGAIN: throw LocalSocketError("The server at \(address) does not accept connections.")
      default: throw LocalSocketError(errno: "The server at \(address) cannot be connected to")
      }
    }
    return true
  }

  private static func check(_ descriptor: Int32, at address: ServerAddress, user: UInt32) throws(LocalSocketError) {
    let owner = UnixSocket.peerUser(descriptor)
    guard owner != user else { return }
    let whose = owner.map { "uid \($0)" } ?? "an unknown user"
    throw LocalSocketError("The server at \(address) belongs to \(whose), not to uid \(user).")
  }

  /// Sets the timeout of writes. If `time` is zero, writes have no timeout.
  private static func setWriteTimeout(_ descriptor: Int32, _ time: Duration) {
    let (seconds, attoseconds) = time.components
    #if canImport(Darwin)
      var value = timeval(tv_sec: Int(seconds), tv_usec: Int32(attoseconds / 1_000_000_000_000))
    #else
      var value = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    #endif
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &value, socklen_t(MemoryLayout<timeval>.size))
  }
}
