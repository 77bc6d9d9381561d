/// Where a server listens: a Unix-domain socket that has a name, or a path.
///
///     try ServerAddress("work").socketPath         // "/run/user/1000/svvs/work.sock"
///     try ServerAddress("./work.sock").socketPath  // "./work.sock"
///
/// A name is that of one user's servers on this machine. Its socket stands in `$XDG_RUNTIME_DIR/svvs` or, without that
/// variable, in `/tmp/svvs-UID`.
public struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
  /// The path of the socket.
  public let socketPath: String

  /// The name, or the path, as it can be shown.
  public let description: String

  /// The folder of names that the socket stands in; none if it was given as a path, whose folder is the user's choice.
  package let folder: ServerFolder?

  /// The address that an argument means: a path if it contains a slash, else a name.
  ///
  /// A name is made of ASCII letters, digits, `-`, `_` and `.`. It does not begin with `-` or `.`, nor end with `.`.
  ///
  /// - Throws: ``LocalSocketError`` if it is neither, or too long for a socket's path.
  public init(_ nameOrPath: String) throws(LocalSocketError) {
    try self.init(nameOrPath, in: .ofUser)
  }

  package init(_ nameOrPath: String, in folder: ServerFolder) throws(LocalSocketError) {
    description = nameOrPath.shown
    if nameOrPath.utf8.contains(UInt8(ascii: "/")) {
      self.folder = nil
      socketPath = nameOrPath
    } else {
      try ServerAddress.check(name: nameOrPath)
      self.folder = folder
      socketPath = "\(folder.path)/\(nameOrPath).sock"
    }
    guard !socketPath.utf8.contains(0) else { throw LocalSocketError("The path \(description) contains NUL.") }
    let count = socketPath.utf8.count
    guard count <= UnixSocket.longestPath else {
      throw LocalSocketError(
        "The socket's path \(socketPath.shown) has \(count) bytes; \(UnixSocket.longestPath) are allowed.")
    }
  }

  /// The file whose locks say who the server is. It stands beside the socket.
  package var lockPath: String { "\(stem).lock" }

  /// The file that a detached server writes its stderr to. It stands beside the socket.
  package var logPath: String { "\(stem).log" }

  /// What the names of the files beside the socket begin with. Of a path it is the whole of it: `x` and `x.sock` are two
  /// servers.
  private var stem: Substring {
    folder == nil ? socketPath[...] : socketPath.dropLast(".sock".count)
  }

  private static func check(name: String) throws(LocalSocketError) {
    guard !name.isEmpty else { throw LocalSocketError("The server's name is empty.") }
    let isMadeOfTheAllowed = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: "-_.".utf8.contains(byte)
      }
    }
    guard isMadeOfTheAllowed else {
      throw LocalSocketError("The name \(name.shown) may contain only letters, digits, \"-\", \"_\" and \".\".")
    }
    guard !name.hasPrefix("-"), !name.hasPrefix(".") else {
      throw LocalSocketError("The name \(name.shown) must begin with a letter, a digit or \"_\".")
    }
    guard !name.hasSuffix(".") else { throw LocalSocketError("The name \(name.shown) must not end with \".\".") }
  }
}
