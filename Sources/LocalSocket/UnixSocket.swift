import SystemSupport

/// The system calls for Unix-domain sockets, with the same interface on every system.
enum UnixSocket {
  /// The maximum number of bytes in the path of a socket, without the NUL that ends it.
  static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Makes a close-on-exec stream socket. If that fails, returns -1 with the error in `errno`.
  static func make() -> Int32 {
    let descriptor = socket(AF_UNIX, Platform.streamSocketClosedOnExec, 0)
    FileDescriptor(rawValue: descriptor).setCloseOnExec()
    return descriptor
  }

  /// Accepts the next connection as a non-blocking and close-on-exec descriptor. If that fails, returns -1 with the
  /// error in `errno`.
  static func acceptConnection(_ listener: Int32) -> Int32 {
    let descriptor = accept(listener, nil, nil)
    // With accept4, one call would be enough, but Swift does not import accept4. A program that another thread starts
    // between the two calls inherits the descriptor, unless Foundation starts the program: Foundation closes all
    // descriptors that it does not pass on.
    if descriptor >= 0 { prepare(descriptor) }
    return descriptor
  }

  /// Makes a descriptor non-blocking and close-on-exec.
  static func prepare(_ descriptor: Int32) {
    FileDescriptor(rawValue: descriptor).setNonBlocking()
    FileDescriptor(rawValue: descriptor).setCloseOnExec()
  }

  /// Binds a socket to a path of at most ``longestPath`` bytes. Returns 0, or -1 with the error in `errno`.
  static func bindSocket(_ descriptor: Int32, to path: String) -> Int32 {
    withAddress(of: path) { bind(descriptor, $0, $1) }
  }

  /// Connects a socket to a path of at most ``longestPath`` bytes. Returns 0, or -1 with the error in `errno`.
  static func connectSocket(_ descriptor: Int32, to path: String) -> Int32 {
    withAddress(of: path) { connect(descriptor, $0, $1) }
  }

  /// The path to which a socket is bound. Nil if the descriptor is not a Unix-domain socket with a path.
  static func path(of descriptor: Int32) -> String? {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard result == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
    let path = withUnsafeBytes(of: address.sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return path.isEmpty ? nil : path
  }

  /// The integer value of a socket option. Nil if the socket does not have the option.
  static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
  }

  /// Whether the peer has not yet read all bytes that were written to a connection. False if the system does not tell.
  static func hasUnreadBytes(_ descriptor: Int32) -> Bool {
    var count: Int32 = 0
    return ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 && count > 0
  }

  private static func withAddress(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(longestPath)) }
    return withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
