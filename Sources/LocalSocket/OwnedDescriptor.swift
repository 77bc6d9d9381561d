#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A descriptor that is closed when nothing needs it any more.
final class OwnedDescriptor: Sendable {
  let number: Int32

  init(_ number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }
}

extension OwnedDescriptor {
  /// Opens a file that stands beside a socket, and makes it with mode 0600 if the flags say so.
  ///
  /// Another user's file, or one that has a second name, is refused: what is written to it must change nothing else.
  /// No program that is started gets the descriptor.
  ///
  /// - Returns: None if the file is not there.
  static func open(ownFile path: String, flags: Int32) throws(LocalSocketError) -> OwnedDescriptor? {
    #if canImport(Darwin)
      let number = Darwin.open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    #else
      let number = Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    #endif
    guard number >= 0 else {
      let reason = errno
      if reason == ENOENT, flags & O_CREAT == 0 { return nil }
      if reason == ELOOP { throw LocalSocketError("\(path.shown) is a link; remove it.") }
      throw LocalSocketError("\(path.shown) cannot be opened", errno: reason)
    }
    let descriptor = OwnedDescriptor(number)
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw LocalSocketError("\(path.shown) is no file.")
    }
    guard status.st_uid == geteuid() else {
      throw LocalSocketError("\(path.shown) belongs to uid \(status.st_uid).")
    }
    guard status.st_nlink == 1 else {
      throw LocalSocketError("\(path.shown) has another name, too; remove it.")
    }
    // The umask may have taken the user's own rights to a file that was made here.
    if flags & O_CREAT != 0, status.st_mode & 0o600 != 0o600 { fchmod(number, 0o600) }
    // It was for a FIFO in place of the file, which would have kept us waiting.
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK)
    return descriptor
  }
}
