import SystemSupport

/// The lock file beside a socket. Locks on its bytes identify the process that is the server, and a process that is
/// starting a server.
///
/// The locks are POSIX locks. The system reports which process holds such a lock. It releases the lock when that
/// process ends in any way. Unlike other locks, a POSIX lock does not exclude the process that holds it, and a process
/// loses all its locks when it closes any descriptor of the file. A process therefore opens the file only once.
///
/// The file is never removed. Otherwise one process could hold the lock of the removed file while another process holds
/// the lock of a new file with the same name. Both would then be the server.
struct LockFile {
  /// The bytes of the file. Each case describes the process that holds the lock of the byte.
  enum Byte {
    /// The process is the server.
    case server
    /// The process is starting a server in another process.
    case start
    /// The process is a server that does not listen yet, or that has not yet detected another server.
    case opening
    /// The process is a server that has announced its end: it is about to stop listening, or has stopped and finishes
    /// its work.
    case ending
    /// The process with this number is the server, or is about to be the server. Each process locks its own byte.
    /// Therefore, a process that waits for the release of the lock waits for this server only, and not for the next one.
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

  /// Opens the file, and creates it if it does not exist.
  init(making path: String) throws(LocalSocketError) {
    guard let descriptor = try OwnFile.open(path, .readWrite, options: .create) else {
      throw LocalSocketError("\(path.shown) cannot be created.")
    }
    (self.path, self.descriptor) = (path, descriptor)
  }

  /// Opens the file. Returns nil if the file does not exist.
  init?(existing path: String) throws(LocalSocketError) {
    guard let descriptor = try OwnFile.open(path, .readOnly) else { return nil }
    (self.path, self.descriptor) = (path, descriptor)
  }

  /// Acquires the lock of a byte, unless another process has it. Returns whether the lock was acquired.
  func take(_ byte: Byte) throws(LocalSocketError) -> Bool {
    if set(byte, F_WRLCK, F_SETLK) { return true }
    guard errno == EAGAIN || errno == EACCES else { throw failure() }
    return false
  }

  /// Waits until no other process has the lock of a byte, and then takes the lock.
  func waitForTaking(_ byte: Byte) throws(LocalSocketError) {
    guard set(byte, F_WRLCK, F_SETLKW) else { throw failure() }
  }

  /// Waits until no other process has the lock of a byte.
  func waitForRelease(of byte: Byte) throws(LocalSocketError) {
    // This is a lock for reading, which ``holder(of:)`` ignores. Otherwise other processes would take this process for
    // the holder.
    guard set(byte, F_RDLCK, F_SETLKW) else { throw failure() }
    release(byte)
  }

  /// Releases the lock of a byte.
  func release(_ byte: Byte) {
    _ = set(byte, F_UNLCK, F_SETLK)
  }

  /// The other process that has the lock of a byte. Nil if no other process has the lock.
  func holder(of byte: Byte) throws(LocalSocketError) -> pid_t? {
    var found = lock(byte, F_RDLCK)
    guard fcntl(descriptor.number, F_GETLK, &found) == 0 else { throw failure() }
    return found.l_type == Int16(F_UNLCK) ? nil : found.l_pid
  }

  /// Replaces the content of the file by one line with the number of a process.
  func write(process: pid_t) throws(LocalSocketError) {
    do {
      try descriptor.file.resize(to: 0)
      try descriptor.file.writeAll(toAbsoluteOffset: 0, "\(process)\n".utf8)
    } catch {
      throw LocalSocketError("\(path.shown) cannot be written", error)
    }
  }

  /// The time at which the file was last written, in seconds since 1970.
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
