import Foundation
import TestSupport

/// A process that does nothing until it is ended.
@MainActor
final class Sleeper {
  let number: Int32
  private var isThere = true

  init() throws {
    var number: pid_t = 0
    var words: [UnsafeMutablePointer<CChar>?] = ["sleep", "60"].map { (word: String) in strdup(word) }
    defer { words.forEach { free($0) } }
    words.append(nil)
    let failure = posix_spawn(&number, "/bin/sleep", nil, nil, words, nil)
    guard failure == 0 else { throw SystemError(number: failure) }
    self.number = number
  }

  isolated deinit { end() }

  /// Ends the process, whose number nothing else gets before ``end()``.
  func kill() { Foundation.kill(number, SIGKILL) }

  /// Ends the process, and waits until there is none with its number.
  func end() {
    guard isThere else { return }
    isThere = false
    kill()
    waitpid(number, nil, 0)
  }
}
