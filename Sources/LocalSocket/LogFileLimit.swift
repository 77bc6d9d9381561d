#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Keeps the log file of a detached server small, from within that server, whose stderr the file is.
package struct LogFileLimit: Sendable {
  /// The size from which on the file is shortened, in bytes.
  static let maximumSize: off_t = 1 << 20
  /// How much of the end is left then.
  static let keptSize = 256 << 10

  private let descriptor: Int32

  /// - Returns: nil unless this process's stderr is the log file of the address. Any other file is the user's.
  package init?(ofServerAt address: ServerAddress) {
    self.init(STDERR_FILENO, isLogAt: address.logPath)
  }

  init?(_ descriptor: Int32, isLogAt path: String) {
    var (open, named) = (stat(), stat())
    guard fstat(descriptor, &open) == 0, open.st_mode & S_IFMT == S_IFREG, lstat(path, &named) == 0,
      open.st_dev == named.st_dev, open.st_ino == named.st_ino,
      // Otherwise what is written next would stand where the end was.
      fcntl(descriptor, F_GETFL) & O_APPEND != 0
    else { return nil }
    self.descriptor = descriptor
  }

  /// Shortens the file to its last lines if it is too large, after a line that says so.
  ///
  /// A line that another thread writes in the meantime may be lost.
  package func apply() {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > LogFileLimit.maximumSize else { return }
    var end = [UInt8](repeating: 0, count: LogFileLimit.keptSize)
    let count = pread(descriptor, &end, end.count, status.st_size - off_t(end.count))
    // The first line is only a part of one.
    let lines = end.prefix(max(0, count)).drop { $0 != UInt8(ascii: "\n") }
    guard ftruncate(descriptor, 0) == 0 else { return }
    _ = (Array("Earlier lines were dropped.".utf8) + lines).withUnsafeBytes {
      BlockingStream.writeAll($0, to: descriptor)
    }
  }
}
