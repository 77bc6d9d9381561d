import LocalSocket
import SystemSupport

/// What a command says to whoever has called it.
enum Console {
  /// Writes lines to stdout. A reader that has closed the pipe, such as `head`, is not an error.
  ///
  /// - Throws: If they cannot be written, for example because the disk is full.
  static func write(_ text: String) throws(ConsoleError) {
    guard let failure = put("\(text)\n", on: STDOUT_FILENO), failure != .brokenPipe else { return }
    throw ConsoleError(reason: failure)
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
    _ = put("\(CommandName.current): \(line)\n", on: STDERR_FILENO)
  }

  /// Ends the command with a status.
  static func end(with status: Int32) -> Never { exit(status) }

  /// Returns the reason if it fails, or nil.
  private static func put(_ text: String, on descriptor: Int32) -> Errno? {
    Array(text.utf8).withUnsafeBytes { BlockingStream.writeAll($0, to: descriptor) }
  }
}

/// Why nothing could be written to stdout.
struct ConsoleError: Error, CustomStringConvertible {
  let reason: Errno

  var description: String { "The output cannot be written: \(reason)." }
}
