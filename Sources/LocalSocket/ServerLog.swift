#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The file that a detached server writes its stderr to, and where this server's part begins.
struct ServerLog {
  private let file: OwnedDescriptor
  private let start: off_t

  var descriptor: Int32 { file.number }

  /// Opens the file for appending, and makes it if it is not there.
  init(_ path: String) throws(LocalSocketError) {
    // It is read, too, and a FIFO in its place is opened at once.
    guard let file = try OwnedDescriptor.open(ownFile: path, flags: O_RDWR | O_CREAT | O_APPEND) else {
      throw LocalSocketError("\(path.shown) cannot be made.")
    }
    self.file = file
    start = ServerLog.size(of: file)
  }

  /// The last line that says something and was written since the file was opened, fit for being shown.
  var lastLine: String? {
    let end = ServerLog.size(of: file)
    var bytes = [UInt8](repeating: 0, count: 4096)
    // The server may have shortened the file meanwhile.
    let first = max(start <= end ? start : 0, end - off_t(bytes.count))
    let count = pread(file.number, &bytes, bytes.count, first)
    let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split { $0.isNewline }
    return lines.last { $0.contains { !$0.isWhitespace } }.map { String($0).shown }
  }

  /// The value of `errno` that says why a line cannot be added to the file, or nil.
  var writingFailure: Int32? {
    withUnsafeBytes(of: UInt8(ascii: "\n")) { BlockingStream.writeAll($0, to: file.number) }
  }

  private static func size(of file: OwnedDescriptor) -> off_t { lseek(file.number, 0, SEEK_END) }
}
