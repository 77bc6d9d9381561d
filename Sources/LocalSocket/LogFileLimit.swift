import SystemSupport

/// Keeps the log file of a detached server small. It runs in the server, whose stderr is the file.
package struct LogFileLimit: Sendable {
  /// The size from which on the file is shortened, in bytes.
  static let maximumSize: Int64 = 1 << 20
  /// The size of the end of the file that is kept, in bytes.
  static let keptSize = 256 << 10

  private let file: FileDescriptor

  /// Creates the limit; nil unless this process's stderr is the log file of the address. Any other file is the user's.
  package init?(ofServerAt address: ServerAddress) {
    self.init(.standardError, isLogAt: address.logPath)
  }

  init?(_ file: FileDescriptor, isLogAt path: String) {
    guard let open = try? Stat(file), open.type == .regular,
      FileIdentity(open) == FileIdentity(path: path, followsLink: false),
      // Without this flag, the next line would be written at the former end.
      fcntl(file.rawValue, F_GETFL) & O_APPEND != 0
    else { return nil }
    self.file = file
  }

  /// Shortens the file to its last lines if it is too large. The first line reports that.
  ///
  /// A line that another thread writes in the meantime may be lost.
  package func apply() {
    guard let size = try? Stat(file).size, size > LogFileLimit.maximumSize else { return }
    var end = [UInt8](repeating: 0, count: LogFileLimit.keptSize)
    let start = size - Int64(end.count)
    let count = try? end.withUnsafeMutableBytes { try file.read(fromAbsoluteOffset: start, into: $0) }
    // The first line is only a part of one.
    let lines = end.prefix(count ?? 0).drop { $0 != UInt8(ascii: "\n") }
    guard (try? file.resize(to: 0)) != nil else { return }
    _ = (Array("Earlier lines were dropped.".utf8) + lines).withUnsafeBytes {
      BlockingStream.writeAll($0, to: file.rawValue)
    }
  }
}
