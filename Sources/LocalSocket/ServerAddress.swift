/// The address of a server: a Unix-domain socket, given by a name or a path.
///
///     try ServerAddress("work").socketPath         // "/run/user/1000/svvs/work.sock"
///     try ServerAddress("./work.sock").socketPath  // "./work.sock"
///
/// Names are unique among the servers of one user on this machine. The sockets of servers with names are in
/// `$XDG_RUNTIME_DIR/svvs` or, without that variable, in `/tmp/svvs-UID`.
public struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
  /// The path of the socket.
  public let socketPath: String

  /// The name or the path, in printable form.
  public let description: String

  /// The directory that contains the sockets of servers with names. Nil if the address is a path, because the user
  /// chooses the directory of a path.
  package let directory: ServerDirectory?

  /// Creates an address from an argument. The argument is a path if it contains a slash; otherwise it is a name.
  ///
  /// A name consists of ASCII letters, digits, `-`, `_` and `.`. It does not begin with `-` or `.`, nor end with `.`.
  ///
  /// - Throws: ``LocalSocketError`` if the name is invalid, or the path is too long for a socket.
  public init(_ nameOrPath: String) throws(LocalSocketError) {
    try self.init(nameOrPath, in: .ofUser)
  }

  package init(_ nameOrPath: String, in directory: ServerDirectory) throws(LocalSocketError) {
    description = nameOrPath.shown
    if nameOrPath.utf8.contains(UInt8(ascii: "/")) {
      self.directory = nil
      socketPath = nameOrPath
    } else {
      try ServerAddress.check(name: nameOrPath)
      self.directory = directory
      socketPath = "\(directory.path)/\(nameOrPath).sock"
    }
    guard !socketPath.utf8.contains(0) else { throw LocalSocketError("The path \(description) contains NUL.") }
    let count = socketPath.utf8.count
    guard count <= UnixSocket.longestPath else {
      throw LocalSocketError(
        "The path of the socket \(socketPath.shown) has \(count) bytes; at most \(UnixSocket.longestPath) are allowed.")
    }
  }

  /// The file whose locks identify the server. It is beside the socket.
  package var lockPath: String { "\(stem).lock" }

  /// The file to which a detached server writes its stderr. It is beside the socket.
  package var logPath: String { "\(stem).log" }

  /// The common part of the paths of the lock file and the log file, without the extension. If the address is a path,
  /// this is the whole path, because `x` and `x.sock` are two different servers.
  private var stem: Substring {
    directory == nil ? socketPath[...] : socketPath.dropLast(".sock".count)
  }

  private static func check(name: String) throws(LocalSocketError) {
    guard !name.isEmpty else { throw LocalSocketError("The name of the server is empty.") }
    let hasOnlyAllowedCharacters = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: "-_.".utf8.contains(byte)
      }
    }
    guard hasOnlyAllowedCharacters else {
      throw LocalSocketError("The name \(name.shown) may contain only letters, digits, \"-\", \"_\" and \".\".")
    }
    guard !name.hasPrefix("-"), !name.hasPrefix(".") else {
      throw LocalSocketError("The name \(name.shown) must begin with a letter, a digit or \"_\".")
    }
    guard !name.hasSuffix(".") else { throw LocalSocketError("The name \(name.shown) must not end with \".\".") }
  }
}
