import Foundation

/// What a command says to whoever has called it.
enum Console {
  /// Writes lines to stdout.
  ///
  /// - Throws: If they cannot be written, for example because the disk is full.
  static func write(_ text: String) throws(ConsoleError) {
    var rest = Array("\(text)\n".utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { throw ConsoleError(reason: String(cString: strerror(errno))) }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// Runs `body` with stdout pointed at stderr: what an app prints is no part of what its command says.
  static func keepingOutputClean<Result>(_ body: () throws -> Result) throws -> Result {
    fflush(nil)
    let output = dup(STDOUT_FILENO)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    defer {
      fflush(nil)
      if output >= 0 {
        dup2(output, STDOUT_FILENO)
        close(output)
      }
    }
    return try body()
  }

  /// Writes what went wrong to stderr: one line, in which nothing can move a cursor, and no password stands.
  static func complain(_ message: String) {
    let words = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else { return }
    let line = words.replacing(/:\/\/\S*@/, with: "://***@").printable
    // A closed stderr leaves nobody to tell; the status still does.
    try? FileHandle.standardError.write(contentsOf: Data("\(CommandName.current): \(line)\n".utf8))
  }
}

/// Why nothing could be written to stdout.
struct ConsoleError: Error, CustomStringConvertible {
  let reason: String

  var description: String { "The output cannot be written: \(reason)." }
}
