import SystemSupport

/// The socket at which a server waits for connections, and the right to be the server there.
///
///     let listener = try Listener(ServerAddress("work"), adopting: SocketActivation.takeSocket())
///     while let accepted = listener.accept() { … }  // whenever `listener.descriptor` can be read
///     listener.close()
///
/// A process makes one for an address. It must not open the address's lock file by other ways, or it is the server
/// no more: see ``ServerLock``.
package final class Listener {
  /// What has become of one that wanted to connect.
  package enum Accepted: Hashable, Sendable {
    /// A connection of this user's: a descriptor that does not block, for the caller to close.
    case connection(Int32)

    /// Another user's process, whose connection was closed at once; none if the system does not say whose.
    case refused(user: UInt32?)

    /// A connection that was refused, since this process or the system has no descriptors left.
    case noDescriptors
  }

  package let address: ServerAddress

  /// What can be read when somebody wants to connect; -1 after the end.
  package private(set) var descriptor: Int32

  /// How long ``accept()`` waits before the next can be tried, in microseconds.
  private static let starvedPause: UInt32 = 10_000

  /// Sent to a connection that is closed because no descriptor is left.
  private let refusal: [UInt8]
  private let user: UInt32
  private var lock: ServerLock?
  private var file: SocketFile?
  private var spare: OwnedDescriptor?

  /// Becomes the server at an address, and listens there.
  ///
  /// A socket that a killed server has left is replaced. Whoever connects from now on waits for ``accept()``.
  ///
  /// - Parameters:
  ///   - adopted: A socket that listens there already, as of ``SocketActivation/takeSocket()``; it is closed in the end,
  ///     but stays in its folder.
  ///   - refusal: Sent to a connection that is closed because no descriptor is left.
  /// - Throws: ``LocalSocketError`` if another process is the server, which listens then, or if there is something
  ///   else at the path.
  package convenience init(
    _ address: ServerAddress, adopting adopted: Int32? = nil, refusal: [UInt8] = []
  ) throws(LocalSocketError) {
    try self.init(address, adopting: adopted, refusal: refusal, user: geteuid(), backlog: SOMAXCONN)
  }

  init(
    _ address: ServerAddress, adopting adopted: Int32?, refusal: [UInt8] = [], user: UInt32, backlog: Int32
  ) throws(LocalSocketError) {
    self.address = address
    self.refusal = refusal
    self.user = user
    try address.folder?.make()
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

  /// Takes the next one that wants to connect; none if nobody is waiting, or can be taken.
  ///
  /// It does not block, but for ``starvedPause`` if a connection can be neither taken nor closed.
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

  /// Closes an accepted connection, and sends the refusal before that.
  package func refuse(_ connection: Int32) {
    // A new socket has room for it.
    _ = refusal.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
    closeDescriptor(connection)
  }

  /// Announces that this server is about to stop listening: a process that connects from now on does not rely on it.
  ///
  /// Accept the connections that were made before, and then call ``stopListening()`` or ``goOnListening()``.
  package func prepareToStop() { lock?.ending() }

  /// Withdraws what ``prepareToStop()`` has announced.
  package func goOnListening() { lock?.goingOn() }

  /// Listens no more: removes the socket, if it is still this one.
  ///
  /// No other process can be the server yet: one that wants to waits for ``close()``, or the end of this process.
  ///
  /// To be called before the process ends, or the socket stays until the next server replaces it.
  package func stopListening() {
    guard descriptor >= 0 else { return }
    // First, so that whoever finds no socket finds out why.
    lock?.ending()
    file?.remove()
    closeDescriptor(descriptor)
    descriptor = -1
    (file, spare) = (nil, nil)
  }

  /// Listens no more, and gives up being the server.
  package func close() {
    stopListening()
    lock = nil
  }

  private func check(_ connection: Int32) -> Accepted {
    let peer = UnixSocket.peerUser(connection)
    guard peer == user else {
      closeDescriptor(connection)
      return .refused(user: peer)
    }
    return .connection(connection)
  }

  /// Refuses one connection when no descriptor is left: the spare one is used for that.
  ///
  /// If it went on waiting, the descriptor would be ready again at once and the loop never sleep.
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
    // Another thread has been faster, or the system has nothing left. No event says when that is over, and the loop comes
    // back at once, since somebody still waits.
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

/// `close` of the system, which a method hides.
private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
