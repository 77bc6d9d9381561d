import SystemSupport

/// The directory that contains the sockets of the servers with names.
///
/// The directory is `$XDG_RUNTIME_DIR/svvs` or, without that variable, `/tmp/svvs-UID`. Any user may have created a
/// directory in `/tmp`, so the directory is checked before each use.
package struct ServerDirectory: Hashable, Sendable {
  package let path: String
  private let user: UInt32

  /// The directory that the environment of this process determines.
  ///
  /// - Throws: If `XDG_RUNTIME_DIR` is not valid UTF-8.
  package static var ofUser: ServerDirectory {
    get throws(LocalSocketError) { try ServerDirectory(variable: getenv("XDG_RUNTIME_DIR")) }
  }

  init(variable: UnsafePointer<CChar>?) throws(LocalSocketError) {
    let directory = variable.flatMap { String(validatingCString: $0) }
    if let variable, directory == nil {
      throw LocalSocketError("XDG_RUNTIME_DIR is \(String(escapingBytesOf: variable).shown): expected UTF-8.")
    }
    self.init(runtimeDirectory: directory)
  }

  /// - Parameter runtimeDirectory: The value of `XDG_RUNTIME_DIR`. A relative path is ignored, as the specification of
  ///   this variable requires.
  package init(runtimeDirectory: String?, user: UInt32 = geteuid()) {
    self.user = user
    if let runtimeDirectory, runtimeDirectory.hasPrefix("/") {
      path = "\(runtimeDirectory)/svvs"
    } else {
      path = "/tmp/svvs-\(user)"
    }
  }

  /// Whether the directory exists.
  ///
  /// The result remains valid, because no other user can replace the directory: its parent belongs to the user or is
  /// sticky, like `/tmp`.
  ///
  /// - Throws: If the path is not a directory, or if the directory belongs to another user or is accessible to other
  ///   users.
  package func exists() throws(LocalSocketError) -> Bool {
    let status: Stat
    do throws(Errno) {
      status = try Stat(path, followTargetSymlink: false)
    } catch {
      guard error != .noSuchFileOrDirectory else { return false }
      throw LocalSocketError("The directory \(path.shown) cannot be used", error)
    }
    guard status.type != .symbolicLink else {
      throw LocalSocketError("The directory \(path.shown) is a symbolic link.")
    }
    guard status.type == .directory else { throw LocalSocketError("\(path.shown) is not a directory.") }
    let owner = status.userID.rawValue
    guard owner == user else {
      throw LocalSocketError("The directory \(path.shown) belongs to uid \(owner), not to uid \(user).")
    }
    guard status.permissions.rawValue & 0o077 == 0 else {
      throw LocalSocketError("The directory \(path.shown) is accessible to others: chmod 700 \(path.shown)")
    }
    return true
  }

  /// Creates the directory, with mode 0700, if it does not exist. Its parent must exist.
  package func make() throws(LocalSocketError) {
    guard try !exists() else { return }
    if mkdir(path, 0o700) == 0 {
      // The umask may have removed the permissions of the user.
      _ = chmod(path, 0o700)
    } else if errno != EEXIST {
      throw LocalSocketError(errno: "The directory \(path.shown) cannot be created")
    }
    // Another process may have created or removed the directory meanwhile.
    guard try exists() else { throw LocalSocketError("The directory \(path.shown) was removed.") }
  }
}
