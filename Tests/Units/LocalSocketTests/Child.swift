import Foundation
import TestSupport

@testable import LocalSocket

/// Another process, which runs a Python program: a process never meets its own locks.
///
/// Foundation's `Process` is not used, since it does not notice an end while others inherit its descriptors.
final class Child: Sendable {
  private let process: DetachedProcess

  convenience init(_ program: String, _ arguments: String..., in executable: String = python) throws {
    try self.init(program, arguments, in: executable)
  }

  /// Starts a program, which has a minute, and waits until it has written a line.
  init(_ program: String, _ arguments: [String], in executable: String = python) throws {
    let output = try DescriptorPair.pipe()
    defer { close(output.first) }
    defer { close(output.second) }
    process = try DetachedProcess(
      executable, ["-c", "import signal; signal.alarm(60)\n\(program)"] + arguments, output: output.second,
      errors: STDERR_FILENO)
    _ = try readBytes(1, from: output.first)
  }

  var number: Int32 { process.number }

  /// Ends the process by a signal, and waits for that; to be called once.
  func end(_ signal: Int32 = SIGKILL) {
    kill(number, signal)
    _ = process.waitForEnd()
  }

  /// Starts a program that locks a byte of a file until it is ended.
  static func locking(_ path: String, byte: LockFile.Byte) throws -> Child {
    try Child(
      """
      import fcntl, signal, sys
      file = open(sys.argv[1], "a+")
      fcntl.lockf(file, fcntl.LOCK_EX, 1, int(sys.argv[2]))
      print(flush=True)
      signal.pause()
      """, path, "\(byte.offset)")
  }

  /// Starts a program that listens at a path until it is ended.
  ///
  /// A socket of this process would live on for a moment in any program that another test starts just now.
  static func listening(_ path: String) throws -> Child {
    try Child(
      """
      import signal, socket, sys
      listener = socket.socket(socket.AF_UNIX)
      listener.bind(sys.argv[1])
      listener.listen()
      print(flush=True)
      signal.pause()
      """, path)
  }
}

let python = "/usr/bin/python3"
