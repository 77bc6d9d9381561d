import SystemSupport

/// The functions that connect to servers.
package enum ServerConnection {
  /// Connects to the server at `address`, and checks that the server belongs to this user.
  ///
  /// - Parameters:
  ///   - timeout: The time to wait for a server that does not accept connections at the moment.
  ///   - report: Receives the text for the user if this method waits for more than a second.
  /// - Returns: A blocking descriptor, which the caller closes; nil if there is no server.
  /// - Throws: ``LocalSocketError`` if the server cannot be connected to, or belongs to another user.
  package static func open(
    _ address: ServerAddress, timeout: Duration = ServerWait.limit, report: @escaping (String) -> Void = { _ in }
  ) throws(LocalSocketError) -> Int32? {
    try open(address, timeout: timeout, user: geteuid(), report: report)
  }

  /// - Parameter user: The user to whom the server must belong.
  static func open(
    _ address: ServerAddress, timeout: Duration, user: UInt32, report: @escaping (String) -> Void = { _ in }
  ) throws(LocalSocketError) -> Int32? {
    guard try address.directory?.exists() ?? true else { return nil }
    let descriptor = UnixSocket.make()
    guard descriptor >= 0 else { throw LocalSocketError(errno: "No socket can be made") }
    do {
      guard try connect(descriptor, to: address, ServerWait(limit: timeout, report: report)) else {
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

  /// Waits until the server has read a byte from a new connection, and then closes the connection.
  ///
  /// - Throws: ``LocalSocketError`` if the server has read nothing within ten seconds.
  package static func checkThatServerReads(
    _ descriptor: Int32, at address: ServerAddress, report: @escaping (String) -> Void
  ) throws(LocalSocketError) {
    let connection = OwnedDescriptor(descriptor)
    _ = withUnsafeBytes(of: StatusTrailer.mark) { BlockingStream.writeAll($0, to: connection.number) }
    var wait = ServerWait(report: report)
    let hasRead = try wait.wait(
      for: { AwaitedServer(at: address).waitedFor },
      until: { (_) throws(LocalSocketError) in AwaitedServer.hasRead(connection.number) })
    guard hasRead else { throw AwaitedServer(at: address).noAnswer }
  }

  /// Whether the server has closed a connection without sending anything on it.
  static func hasEnded(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    return count == 0 || count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR
  }

  /// Connects a socket to the server. Returns whether there is a server.
  private static func connect(
    _ descriptor: Int32, to address: ServerAddress, _ wait: ServerWait
  ) throws(LocalSocketError) -> Bool {
    var wait = wait
    // While the server's queue is full, connecting a blocking socket waits. The timeout of writes limits this wait.
    setWriteTimeout(descriptor, wait.nextTime - .now)
    defer { setWriteTimeout(descriptor, .zero) }
    while UnixSocket.connectSocket(descriptor, to: address.socketPath) != 0 {
      switch errno {
      case EINTR: continue
      case ENOENT, ECONNREFUSED: return false
      case EAGAIN:
        guard !wait.isOver else { throw LocalSocketError("The server at \(address) does not accept connections.") }
        wait.check { "the server at \(address), which does not accept connections" }
        setWriteTimeout(descriptor, max(.milliseconds(1), wait.nextTime - .now))
      default: throw LocalSocketError(errno: "The server at \(address) cannot be connected to")
      }
    }
    return true
  }

  private static func check(_ descriptor: Int32, at address: ServerAddress, user: UInt32) throws(LocalSocketError) {
    let owner = Platform.peerUser(descriptor)
    guard owner != user else { return }
    let whose = owner.map { "uid \($0)" } ?? "an unknown user"
    throw LocalSocketError("The server at \(address) belongs to \(whose), not to uid \(user).")
  }

  /// Sets the timeout of writes. If `time` is zero, writes have no timeout.
  private static func setWriteTimeout(_ descriptor: Int32, _ time: Duration) {
    let (seconds, attoseconds) = time.components
    var value = timeval(tv_sec: .init(seconds), tv_usec: .init(attoseconds / 1_000_000_000_000))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &value, socklen_t(MemoryLayout<timeval>.size))
  }
}
