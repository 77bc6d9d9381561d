import SystemSupport

/// The file beside a socket. Locks of its bytes identify the server, and a process that is starting one.
///
/// The locks are POSIX locks, which identify the process that holds them and end with it in any case. Unlike others,
/// they do not exclude the process that holds them, and it loses all of them when it closes any descriptor of the file.
/// So a process opens the file once.
///
/// The file is never removed. Otherwise one process could hold the lock of the removed file and another the lock of the
/// next file of this name, and both would be the server.
struct LockFile {
  /// The bytes, by the meaning of their locks.
  enum Byte {
    /// The process is the server.
    case server
    /// The process is starting a server in another process.
    case start
    /// The process is a server that does not listen yet, or has not detected another server yet.
    case opening
    /// The process is a server that has stopped listening and finishes its work.
    case ending
    /// The process with this number is the server, or about to be. No other process takes the lock, so that a process
    /// which waits for its release does not wait for the next server as well.
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

  /// Opens the file; nil if it does not exist.
  init?(existing path: String) throws(LocalSocketError) {
    guard let descriptor = try OwnFile.open(path, .readOnly) else { return nil }
    (self.path, self.descriptor) = (path, descriptor)
  }

  /// Takes a lock, unless another process has it. Returns whether the lock was taken.
  func take(_ byte: Byte) throws(LocalSocketError) -> Bool {
    if set(byte, F_WRLCK, F_SETLK) { return true }
    guard errno == EAGAIN || errno == EACCES else { throw failure() }
    return false
  }

  /// Waits until no other process has a lock, and takes it.
  func waitForTaking(_ byte: Byte) throws(LocalSocketError) {
    guard set(byte, F_WRLCK, F_SETLKW) else { throw failure() }
  }

  /// Waits until no other process has a lock.
  func waitForRelease(of byte: Byte) throws(LocalSocketError) {
    // ``holder(of:)`` ignores a lock for reading, so that no process takes this one for the holder meanwhile.
    guard set(byte, F_RDLCK, F_SETLKW) else { throw failure() }
    release(byte)
  }

  /// Releases a lock.
  func release(_ byte: Byte) {
    _ = set(byte, F_UNLCK, F_SETLK)
  }

  /// The other process that has a lock; nil if there is none.
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

  /// The time at which the file was written, in seconds since 1970.
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
