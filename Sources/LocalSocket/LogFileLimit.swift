import SystemSupport

/// A limit on the size of a detached server's log file. The limit is applied in the process of the server, whose stderr
/// is the log file.
package struct LogFileLimit: Sendable {
  /// The size above which the file is shortened, in bytes.
  private static let maximumSize: Int64 = 1 << 20
  /// The number of bytes at the end of the file that are kept.
  static let keptSize = 256 << 10

  /// The new first line of a file that was shortened.
  static let note = Array("Earlier lines were dropped.".utf8)

  private let file: FileDescriptor

  /// Creates the limit. Returns nil if this process's stderr is not the log file of the address, because any other file
  /// belongs to the user.
  package init?(ofServerAt address: ServerAddress) {
    self.init(.standardError, isLogAt: address.logPath)
  }

  init?(_ file: FileDescriptor, isLogAt path: String) {
    guard let open = try? Stat(file), open.type == .regular,
      FileIdentity(open) == FileIdentity(path: path, followsLink: false),
      // Without this flag, the next line would be written at the former end of the file.
      fcntl(file.rawValue, F_GETFL) & O_APPEND != 0
    else { return nil }
    self.file = file
  }

  /// Shortens the file to its last lines if the file is too large. The new first line reports that earlier lines were
  /// dropped.
  ///
  /// A line that another thread writes in the meantime may be lost.
  package func apply() {
    guard let size = try? Stat(file).size, size > LogFileLimit.maximumSize else { return }
    var end = [UInt8](repeating: 0, count: LogFileLimit.keptSize)
    let start = size - Int64(end.count)
    let count = try? end.withUnsafeMutableBytes { try file.read(fromAbsoluteOffset: start, into: $0) }
    // The text before the first newline is only a part of a line.
    let lines = end.prefix(count ?? 0).drop { $0 != UInt8(ascii: "\n") }
    guard (try? file.resize(to: 0)) != nil else { return }
    _ = (LogFileLimit.note + lines).withUnsafeBytes {
      BlockingStream.writeAll($0, to: file.rawValue)
    }
  }
}
