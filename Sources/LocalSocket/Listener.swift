import SystemSupport

/// The socket at which a server accepts connections, together with the lock of the server's address.
///
///     let listener = try Listener(ServerAddress("work"), adopting: SocketActivation.takeSocket())
///     while let accepted = listener.accept() { … }  // whenever `listener.descriptor` can be read
///     listener.close()
///
/// A process makes only one listener for an address. It must not open the lock file of the address in any other way:
/// when it closes such a descriptor, it loses its locks. See ``LockFile``.
package final class Listener {
  /// The result of accepting a connection.
  package enum Accepted: Hashable, Sendable {
    /// A connection from a process of this user. The value is a non-blocking descriptor, which the caller closes.
    case connection(Int32)

    /// A connection from a process of another user. The connection was closed at once. The user is nil if the system
    /// does not report it.
    case refused(user: UInt32?)

    /// A connection that was refused because the process or the system has no descriptors left.
    case noDescriptors
  }

  package let address: ServerAddress

  /// The descriptor that is readable when a connection can be accepted. It is -1 after ``stopListening()``.
  package private(set) var descriptor: Int32

  /// The time for which ``accept()`` pauses if a connection can be neither accepted nor closed, in microseconds.
  private static let starvedPause: UInt32 = 10_000

  /// The bytes that are sent on a connection before it is closed because no descriptor is left.
  private let refusal: [UInt8]
  private let user: UInt32
  private var lock: ServerLock?
  private var file: SocketFile?
  private var spare: OwnedDescriptor?

  /// Acquires the lock of an address, and listens at the address.
  ///
  /// If a killed server has left its socket, the new socket replaces it. From now on, connections wait for
  /// ``accept()``.
  ///
  /// - Parameters:
  ///   - adopted: A socket from ``SocketActivation/takeSocket()`` that already listens at the address. The listener
  ///     closes the socket when it stops, but does not remove the socket's file.
  ///   - refusal: The bytes to send on a connection before it is closed because no descriptor is left.
  /// - Throws: ``LocalSocketError`` if another process is the server, or if the file at the path is not a socket. If
  ///   another process is the server, that process already listens.
  package convenience init(
    _ address: ServerAddress, adopting adopted: Int32? = nil, refusal: [UInt8] = []
  ) throws(LocalSocketError) {
    try self.init(address, adopting: adopted, refusal: refusal, user: geteuid())
  }

  /// - Parameter user: The user whose processes may connect.
  init(
    _ address: ServerAddress, adopting adopted: Int32? = nil, refusal: [UInt8] = [], user: UInt32,
    backlog: Int32 = SOMAXCONN
  ) throws(LocalSocketError) {
    self.address = address
    self.refusal = refusal
    self.user = user
    try address.directory?.make()
    let lock = try ServerLock(address)
    if let adopted {
      try Listener.check(adopted: adopted, at: address)
      descriptor = adopted
    } else {
      let file = try SocketFile(at: address.socketPath, backlog: backlog)
      (self.file, descriptor) = (file, file.descriptor)
    }
    lock.opened()
    self.lock = lock
    spare = Listener.openSpare()
  }

  deinit { close() }

  /// Accepts the next connection. Returns nil if no connection waits, or if the next one cannot be accepted now.
  ///
  /// Does not block, except for ``starvedPause`` if a connection can be neither accepted nor closed.
  package func accept() -> Accepted? {
    while true {
      let connection = UnixSocket.acceptConnection(descriptor)
      guard connection < 0 else { return check(connection) }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return refuseOne()
      default: return nil
      }
    }
  }

  /// Sends the refusal on an accepted connection, and closes it.
  package func refuse(_ connection: Int32) {
    // The refusal fits into the buffer of a new socket.
    _ = refusal.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
    closeDescriptor(connection)
  }

  /// A descriptor that becomes readable when the file of the socket may have been removed. Call ``isReachable()`` then.
  /// Nil if this listener did not make the file, or if the system does not report the removal.
  package var fileEvents: Int32? { file?.events }

  /// Whether the file of the socket still exists at its path, so that other processes can connect. Discards the events
  /// of ``fileEvents``.
  package func isReachable() -> Bool { file?.isAtPath() ?? true }

  /// Announces that this server is about to stop listening. A process that connects after the announcement does not use
  /// its connection.
  ///
  /// After this call, accept the connections that were made before, and then call ``stopListening()`` or
  /// ``resumeListening()``.
  package func prepareToStop() { lock?.announceEnd() }

  /// Withdraws the announcement of ``prepareToStop()``.
  package func resumeListening() { lock?.withdrawEnd() }

  /// Stops listening. Removes the file of the socket if it is still the file that this listener made.
  ///
  /// The next server still waits until ``close()`` is called or this process ends.
  ///
  /// Call this method before the process ends. Otherwise the file stays until the next server replaces it.
  package func stopListening() {
    guard descriptor >= 0 else { return }
    // The announcement comes first, so that a process which finds no socket can find the reason.
    lock?.announceEnd()
    file?.remove()
    closeDescriptor(descriptor)
    descriptor = -1
    (file, spare) = (nil, nil)
  }

  /// Stops listening, and releases the lock of the address.
  package func close() {
    stopListening()
    lock = nil
  }

  private func check(_ connection: Int32) -> Accepted {
    let peer = Platform.peerUser(connection)
    guard peer == user else {
      closeDescriptor(connection)
      return .refused(user: peer)
    }
    return .connection(connection)
  }

  /// Refuses one connection when no descriptor is left. The spare descriptor is released, so that the connection can be
  /// accepted and then closed.
  ///
  /// If the connection stayed in the queue, the listening descriptor would be ready again at once, and the loop would
  /// never sleep.
  private func refuseOne() -> Accepted? {
    spare = nil
    defer { spare = Listener.openSpare() }
    let connection = UnixSocket.acceptConnection(descriptor)
    guard connection < 0 else {
      let accepted = check(connection)
      guard accepted == .connection(connection) else { return accepted }
      refuse(connection)
      return .noDescriptors
    }
    // Another thread has used the spare descriptor, or the system has none left. No event reports when a descriptor is
    // free again. Without a pause, the loop would call this method again at once, because the connection still waits.
    if errno != EAGAIN && errno != EWOULDBLOCK { usleep(Listener.starvedPause) }
    return nil
  }

  private static func openSpare() -> OwnedDescriptor? {
    (try? FileDescriptor.open("/dev/null", .readOnly, options: .closeOnExec)).map { OwnedDescriptor($0) }
  }

  private static func check(adopted: Int32, at address: ServerAddress) throws(LocalSocketError) {
    let path = UnixSocket.path(of: adopted) ?? ""
    guard path != address.socketPath else { return }
    throw LocalSocketError("The socket that was passed is at \(path.shown), not at \(address.socketPath.shown).")
  }
}

/// Calls the system's `close`, which the method `close` hides inside ``Listener``.
private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
