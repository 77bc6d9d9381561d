import SystemSupport

/// The output of a command for people.
enum Console {
  /// Writes lines to stdout. If the reader (for example, `head`) has closed the pipe, that is not an error.
  ///
  /// - Throws: `ConsoleError` if the lines cannot be written, for example because the disk is full.
  static func write(_ text: String) throws(ConsoleError) {
    guard let failure = put("\(text)\n", on: STDOUT_FILENO), failure != .brokenPipe else { return }
    throw ConsoleError(reason: failure)
  }

  /// Runs `body` with stdout redirected to stderr, so that text which an app prints does not become part of the output.
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

  /// Writes an error message to stderr as one line.
  static func report(_ message: String) {
    let line = line(message)
    guard !line.isEmpty else { return }
    // The write fails if stderr is closed. The exit status still reports the error.
    _ = put("\(CommandName.current): \(line)\n", on: STDERR_FILENO)
  }

  /// Writes a line of another program, which is in printable form, to stderr.
  static func writeLine(_ line: String) {
    _ = put("\(line)\n", on: STDERR_FILENO)
  }

  /// A message as one line, with control characters escaped and passwords in URLs replaced.
  static func line(_ message: String) -> String {
    let words = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.replacing(/:\/\/\S*@/, with: "://***@").printable
  }

  /// Ends the command with a status.
  static func end(with status: Int32) -> Never { exit(status) }

  /// Writes the whole text. Returns the error if that fails; otherwise nil.
  private static func put(_ text: String, on descriptor: Int32) -> Errno? {
    Array(text.utf8).withUnsafeBytes { BlockingStream.writeAll($0, to: descriptor) }
  }
}

/// A failure to write to stdout.
struct ConsoleError: Error, CustomStringConvertible {
  let reason: Errno

  var description: String { "The output cannot be written: \(reason)." }
}
