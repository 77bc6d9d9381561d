import SystemSupport

/// The socket that systemd has made and passes to a server that it starts when somebody connects.
package enum SocketActivation {
  /// systemd's first descriptor (sd_listen_fds(3)).
  private static let first: Int32 = 3

  /// Takes the listening socket that was passed to this process; none if there is none.
  ///
  /// Call it before there are other threads: it unsets the variables, so that no program that this one starts takes
  /// the socket for its own.
  ///
  /// - Throws: If there is more than one, or something else.
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
    guard let process, pid_t(process) == getpid(), let count else { return nil }
    guard Int(count) == 1 else { throw LocalSocketError("LISTEN_FDS is \(count.shown): expected one socket.") }
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    guard UnixSocket.path(of: descriptor) != nil, UnixSocket.option(SO_TYPE, of: descriptor) == stream,
      UnixSocket.option(SO_ACCEPTCONN, of: descriptor) == 1
    else { throw LocalSocketError("Descriptor \(descriptor) is not a listening Unix-domain stream socket.") }
    UnixSocket.prepare(descriptor)
    return descriptor
  }
}
