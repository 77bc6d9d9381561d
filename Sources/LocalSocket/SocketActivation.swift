import SystemSupport

/// The socket that systemd opens and passes to a server. systemd starts the server when the first connection arrives.
package enum SocketActivation {
  /// The first descriptor that systemd passes: see sd_listen_fds(3).
  private static let first: Int32 = 3

  /// Returns the listening socket that was passed to this process, or nil if there is none.
  ///
  /// Call this method before the process has other threads, because it unsets environment variables. The programs that
  /// this process starts then do not use the socket.
  ///
  /// - Throws: If more than one descriptor was passed, or if the descriptor is not a listening socket.
  package static func takeSocket() throws(LocalSocketError) -> Int32? {
    let (process, count) = (getenv("LISTEN_PID"), getenv("LISTEN_FDS"))
    let texts = (process.map { String(cString: $0) }, count.map { String(cString: $0) })
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
    return try socket(process: texts.0, count: texts.1, descriptor: first)
  }

  /// - Parameters:
  ///   - process: The value of `LISTEN_PID`.
  ///   - count: The value of `LISTEN_FDS`.
  static func socket(process: String?, count: String?, descriptor: Int32) throws(LocalSocketError) -> Int32? {
    guard let process, process == "\(getpid())", let count else { return nil }
    guard count == "1" else { throw LocalSocketError("LISTEN_FDS is \(count.shown): expected one socket.") }
    guard UnixSocket.path(of: descriptor) != nil,
      UnixSocket.option(SO_TYPE, of: descriptor) == Platform.streamSocket,
      UnixSocket.option(SO_ACCEPTCONN, of: descriptor) == 1
    else { throw LocalSocketError("Descriptor \(descriptor) is not a listening Unix-domain stream socket.") }
    UnixSocket.prepare(descriptor)
    return descriptor
  }
}
