import SystemSupport

/// The file to which a detached server writes its stderr, and the offset at which the lines of interest begin.
package struct ServerLog: Sendable {
  package let path: String
  /// The offset of the first line of interest.
  let start: Int64

  /// Creates a reference to the log of the server at `address`. The lines of interest are those that are written from now
  /// on. The file need not exist.
  package init(of address: ServerAddress) {
    path = address.logPath
    start = (try? Stat(path, followTargetSymlink: false))?.size ?? 0
  }

  /// Opens the file for appending, and creates it if it does not exist.
  func open() throws(LocalSocketError) -> OwnedDescriptor {
    guard let file = try OwnFile.open(path, .readWrite, options: [.create, .append]) else {
      throw LocalSocketError("\(path.shown) cannot be created.")
    }
    return file
  }

  /// The last of the lines of interest, in printable form. Blank lines are ignored. Nil if there is no line.
  package var lastLine: String? {
    guard let file = try? OwnFile.open(path, .readOnly), let end = try? file.file.seek(offset: 0, from: .end) else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: 4096)
    // The server may have shortened the file meanwhile.
    let first = max(start <= end ? start : 0, end - Int64(bytes.count))
    let count = try? bytes.withUnsafeMutableBytes { try file.file.read(fromAbsoluteOffset: first, into: $0) }
    let lines = String(decoding: bytes.prefix(count ?? 0), as: UTF8.self).split { $0.isNewline }
    return lines.last { $0.contains { !$0.isWhitespace } }.map { String($0).shown }
  }
}
