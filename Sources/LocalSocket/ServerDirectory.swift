import SystemSupport

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
  /// - Throws: If it is not a directory, is another user's, or open to others.
  package func exists() throws(LocalSocketError) -> Bool {
    let status: Stat
    do throws(Errno) {
      status = try Stat(path, followTargetSymlink: false)
    } catch {
      guard error != .noSuchFileOrDirectory else { return false }
      throw LocalSocketError("The folder \(path.shown) cannot be used", error)
    }
    guard status.type != .symbolicLink else { throw LocalSocketError("The folder \(path.shown) is a link.") }
    guard status.type == .directory else { throw LocalSocketError("\(path.shown) is not a directory.") }
    let owner = status.userID.rawValue
    guard owner == user else {
      throw LocalSocketError("The folder \(path.shown) belongs to uid \(owner), not to uid \(user).")
    }
    guard status.permissions.rawValue & 0o077 == 0 else {
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
      throw LocalSocketError(errno: "The folder \(path.shown) cannot be made")
    }
    // Others may have been faster.
    guard try exists() else { throw LocalSocketError("The folder \(path.shown) was removed.") }
  }
}
