import SystemSupport

/// The function that opens the files beside a socket.
enum OwnFile {
  /// Opens a file. If `options` contains `create` and the file does not exist, creates it with mode 0600.
  ///
  /// Refuses a file that belongs to another user or has more than one hard link, because a write to the file must not
  /// change anything else. The programs that this process starts do not inherit the descriptor.
  ///
  /// - Returns: The descriptor, or nil if the file does not exist.
  static func open(
    _ path: String, _ mode: FileDescriptor.AccessMode, options: FileDescriptor.OpenOptions = []
  ) throws(LocalSocketError) -> OwnedDescriptor? {
    let (file, status): (OwnedDescriptor, Stat)
    do {
      // The file is opened as non-blocking, because a FIFO in place of the file would otherwise block the call.
      let options = options.union([.closeOnExec, .noFollow, .nonBlocking])
      file = OwnedDescriptor(try .open(path, mode, options: options, permissions: .ownerReadWrite))
      status = try Stat(file.file)
    } catch Errno.noSuchFileOrDirectory where !options.contains(.create) {
      return nil
    } catch Errno.tooManySymbolicLinkLevels {
      throw LocalSocketError("\(path.shown) is a symbolic link; remove it.")
    } catch {
      throw LocalSocketError("\(path.shown) cannot be opened", error)
    }
    guard status.type == .regular else { throw LocalSocketError("\(path.shown) is not a regular file.") }
    guard status.userID.rawValue == geteuid() else {
      throw LocalSocketError("\(path.shown) belongs to uid \(status.userID.rawValue).")
    }
    guard status.linkCount == 1 else {
      throw LocalSocketError("\(path.shown) has more than one hard link; remove it.")
    }
    // The umask may have removed the user's own permissions from a new file.
    if options.contains(.create), !status.permissions.isSuperset(of: .ownerReadWrite) { fchmod(file.number, 0o600) }
    file.file.setNonBlocking(false)
    return file
  }
}
