import SystemSupport

/// The log file of an address, whose lines are passed on as servers write them.
package struct FollowedLog {
  private static let longestLine = 1 << 16
  private static let endSize = 4096

  private let log: ServerLog
  private let show: (String) -> Void
  private var offset: Int64
  /// The beginning of a line whose end was not written yet.
  private var beginning: [UInt8] = []
  /// The last bytes that were read.
  private var end: [UInt8] = []

  /// Passes on the lines of interest of a log, and all later lines, on another thread. Creates the file if it does not
  /// exist, because a server that is started later writes to it.
  ///
  /// - Parameter show: Receives each line in printable form, on the other thread.
  package static func start(
    _ log: ServerLog, _ show: @escaping @Sendable (String) -> Void
  ) throws(LocalSocketError) {
    try DetachedThread.start {
      var followed = FollowedLog(log, show)
      while followed.followFile() {}
    }
  }

  private init(_ log: ServerLog, _ show: @escaping (String) -> Void) {
    (self.log, self.show, offset) = (log, show, log.start)
  }

  /// Follows the file until it is removed or replaced. Returns false if the file cannot be opened or watched.
  private mutating func followFile() -> Bool {
    guard let file = try? log.open(), let watch = FileWatch(log.path, for: FileWatch.contents) else { return false }
    while true {
      showNewLines(of: file)
      guard let status = try? Stat(file.file), FileIdentity(path: log.path, followsLink: false) == FileIdentity(status)
      else { break }
      watch.discardEvents()
    }
    (offset, beginning, end) = (0, [], [])
    return true
  }

  private mutating func showNewLines(of file: OwnedDescriptor) {
    // A server that shortens its log first empties it.
    guard let size = try? Stat(file.file).size, size > 0 else { return }
    if size < offset {
      guard let start = offsetAfterShortening(of: file) else { return }
      offset = start
    }
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let start = offset
      guard
        let count = try? part.withUnsafeMutableBytes({ try file.file.read(fromAbsoluteOffset: start, into: $0) }),
        count > 0
      else { return }
      offset += Int64(count)
      end = Array((end + part[..<count]).suffix(FollowedLog.endSize))
      show(part[..<count])
    }
  }

  /// Finds the first line that was not read yet in a file that was shortened. The lines before it were kept. Returns nil
  /// if the server still writes these lines; the event of that write follows.
  private func offsetAfterShortening(of file: OwnedDescriptor) -> Int64? {
    var kept = [UInt8](repeating: 0, count: LogFileLimit.keptSize + LogFileLimit.note.count)
    let count = (try? kept.withUnsafeMutableBytes { try file.file.read(fromAbsoluteOffset: 0, into: $0) }) ?? 0
    guard kept[..<count].starts(with: LogFileLimit.note) else { return 0 }
    let isKept = { kept[($0 - end.count)..<$0].elementsEqual(end) }
    if count >= end.count, let offset = (end.count...count).last(where: isKept) { return Int64(offset) }
    return count < kept.count ? nil : 0
  }

  private mutating func show(_ bytes: ArraySlice<UInt8>) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    lines[0] = beginning + lines[0]
    beginning = Array(lines.removeLast())
    if beginning.count > FollowedLog.longestLine {
      lines.append(beginning[...])
      beginning = []
    }
    for line in lines { show(String(decoding: line, as: UTF8.self).printable) }
  }
}
