import SystemSupport

/// The file to which a detached server writes its stderr, and the offset at which the lines of this server begin.
struct ServerLog {
  private let file: OwnedDescriptor
  private let start: Int64

  var descriptor: Int32 { file.number }

  /// Opens the file for appending, and creates it if it does not exist.
  init(_ path: String) throws(LocalSocketError) {
    guard let file = try OwnFile.open(path, .readWrite, options: [.create, .append]) else {
      throw LocalSocketError("\(path.shown) cannot be created.")
    }
    self.file = file
    start = ServerLog.size(of: file)
  }

  /// The last line that is not blank and was written after the file was opened, in printable form. Nil if there is no
  /// such line.
  var lastLine: String? {
    let end = ServerLog.size(of: file)
    var bytes = [UInt8](repeating: 0, count: 4096)
    // The server may have shortened the file meanwhile.
    let first = max(start <= end ? start : 0, end - Int64(bytes.count))
    let count = try? bytes.withUnsafeMutableBytes { try file.file.read(fromAbsoluteOffset: first, into: $0) }
    let lines = String(decoding: bytes.prefix(count ?? 0), as: UTF8.self).split { $0.isNewline }
    return lines.last { $0.contains { !$0.isWhitespace } }.map { String($0).shown }
  }

  /// The error that occurs when an empty line is added to the file. Nil if the line can be added.
  var writingFailure: Errno? {
    withUnsafeBytes(of: UInt8(ascii: "\n")) { BlockingStream.writeAll($0, to: file.number) }
  }

  private static func size(of file: OwnedDescriptor) -> Int64 { (try? file.file.seek(offset: 0, from: .end)) ?? 0 }
}
