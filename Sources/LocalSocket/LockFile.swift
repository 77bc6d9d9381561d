import SystemSupport

/// The file beside a socket whose locked bytes say who the server is, and who is starting one.
///
/// The locks are POSIX's, since those know the process that holds them, and go with it however it ends. Mind how they
/// differ from others: a process never meets its own, and loses all as soon as it closes any descriptor of the file.
/// So a process opens the file once.
///
/// Nobody removes the file. If somebody did, one process could hold the lock of the removed file and another that of
/// the next file of this name, and both would be the server.
struct LockFile {
  /// What holding a byte's lock means.
  enum Byte {
    /// To be the server.
    case server
    /// To be starting a server, whose process is another.
    case start
    /// To be a server that does not listen yet, or has not found out yet that another is there.
    case opening
    /// To be a server that listens no more, and finishes its work.
    case ending
    /// To be this process, and the server or about to be. Nobody else takes it: whoever waits for it does not wait for
    /// the next server, too.
    case life(pid_t)

    var offset: off_t {
      switch self {
      case .server: 0
      case .start: 1
      case .opening: 2
      case .ending: 3
      case .life(let process): 16 + off_t(process)
      }
    }
  }

  private let path: String
  private let descriptor: OwnedDescriptor

  /// Opens the file, and makes it if it is not there.
  init(making path: String) throws(LocalSocketError) {
    guard let descriptor = try OwnFile.open(path, .readWrite, options: .create) else {
      throw LocalSocketError("\(path.shown) cannot be made.")
    }
    (self.path, self.descriptor) = (path, descriptor)
  }

  /// Opens the file if it is there.
  init?(existing path: String) throws(LocalSocketError) {
    guard let descriptor = try OwnFile.open(path, .readOnly) else { return nil }
    (self.path, self.descriptor) = (path, descriptor)
  }

  /// Takes a lock if nobody has it; returns whether it was taken.
  func take(_ byte: Byte) throws(LocalSocketError) -> Bool {
    if set(byte, F_WRLCK, F_SETLK) { return true }
    guard errno == EAGAIN || errno == EACCES else { throw failure() }
    return false
  }

  /// Takes a lock as soon as nobody has it.
  func waitForTaking(_ byte: Byte) throws(LocalSocketError) {
    guard set(byte, F_WRLCK, F_SETLKW) else { throw failure() }
  }

  /// Waits until nobody has a lock.
  func waitForRelease(of byte: Byte) throws(LocalSocketError) {
    // A lock for reading is no lock to ``holder(of:)``, so that for its short life nobody takes us for the holder.
    guard set(byte, F_RDLCK, F_SETLKW) else { throw failure() }
    release(byte)
  }

  /// Gives a lock back.
  func release(_ byte: Byte) {
    _ = set(byte, F_UNLCK, F_SETLK)
  }

  /// The other process that has a lock; none if nobody has it, or this process has.
  func holder(of byte: Byte) throws(LocalSocketError) -> pid_t? {
    var found = lock(byte, F_RDLCK)
    guard fcntl(descriptor.number, F_GETLK, &found) == 0 else { throw failure() }
    return found.l_type == Int16(F_UNLCK) ? nil : found.l_pid
  }

  /// Makes a process's number the only line of the file.
  func write(process: pid_t) throws(LocalSocketError) {
    do {
      try descriptor.file.resize(to: 0)
      try descriptor.file.writeAll(toAbsoluteOffset: 0, "\(process)\n".utf8)
    } catch {
      throw LocalSocketError("\(path.shown) cannot be written", error)
    }
  }

  /// When the file was written, in seconds since 1970.
  var writingTime: Int { (try? Stat(descriptor.file))?.st_mtim.tv_sec ?? 0 }

  private func lock(_ byte: Byte, _ kind: Int32) -> flock {
    var lock = flock()
    (lock.l_type, lock.l_whence) = (Int16(kind), Int16(SEEK_SET))
    (lock.l_start, lock.l_len) = (byte.offset, 1)
    return lock
  }

  private func set(_ byte: Byte, _ kind: Int32, _ command: Int32) -> Bool {
    var lock = lock(byte, kind)
    while fcntl(descriptor.number, command, &lock) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }

  private func failure() -> LocalSocketError { LocalSocketError(errno: "\(path.shown) cannot be locked") }
}
