#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The folder in which a user's servers are found by name.
///
/// It is `$XDG_RUNTIME_DIR/svvs` or, without that variable, `/tmp/svvs-UID`. Anybody may have made the latter
/// beforehand, which is why it is checked before each use.
package struct ServerFolder: Hashable, Sendable {
  package let path: String
  private let user: UInt32

  /// The folder that the environment names.
  package static var ofUser: ServerFolder {
    ServerFolder(runtimeDirectory: getenv("XDG_RUNTIME_DIR").map { String(cString: $0) })
  }

  /// - Parameter runtimeDirectory: The value of `XDG_RUNTIME_DIR`. As its specification demands, a relative path
  ///   counts as none.
  package init(runtimeDirectory: String?, user: UInt32 = geteuid()) {
    self.user = user
    if let runtimeDirectory, runtimeDirectory.hasPrefix("/") {
      path = "\(runtimeDirectory)/svvs"
    } else {
      path = "/tmp/svvs-\(user)"
    }
  }

  /// Whether the folder is there.
  ///
  /// What was found stays true: the folder above belongs to the user or, like `/tmp`, lets nobody replace what
  /// belongs to another.
  ///
  /// - Throws: If it is no folder, another user's, or open to others.
  package func exists() throws(LocalSocketError) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno != ENOENT else { return false }
      throw LocalSocketError("The folder \(path.shown) cannot be used", errno: errno)
    }
    let kind = status.st_mode & S_IFMT
    guard kind != S_IFLNK else { throw LocalSocketError("The folder \(path.shown) is a link.") }
    guard kind == S_IFDIR else { throw LocalSocketError("\(path.shown) is no folder.") }
    guard status.st_uid == user else {
      throw LocalSocketError("The folder \(path.shown) belongs to uid \(status.st_uid), not to uid \(user).")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw LocalSocketError("The folder \(path.shown) is open to others: chmod 700 \(path.shown)")
    }
    return true
  }

  /// Makes the folder, with mode 0700, if it is not there; the folder above must be.
  package func make() throws(LocalSocketError) {
    guard try !exists() else { return }
    if mkdir(path, 0o700) == 0 {
      // The umask may have taken rights from the user, too.
      _ = chmod(path, 0o700)
    } else if errno != EEXIST {
      throw LocalSocketError("The folder \(path.shown) cannot be made", errno: errno)
    }
    // Others may have been faster.
    guard try exists() else { throw LocalSocketError("The folder \(path.shown) was removed.") }
  }
}
