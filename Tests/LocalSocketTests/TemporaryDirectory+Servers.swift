import Foundation
import TestSupport

@testable import LocalSocket

extension TemporaryDirectory {
  /// The folder of names in it, which is not made yet.
  var servers: ServerFolder { ServerFolder(runtimeDirectory: path) }

  /// The address of a socket in it that is given as a path.
  func address(_ file: String = "test.sock") throws -> ServerAddress { try ServerAddress(path(of: file)) }

  func write(_ text: String, to file: String) throws {
    try text.write(toFile: path(of: file), atomically: false, encoding: .utf8)
  }

  func read(_ file: String) throws -> String { try String(contentsOfFile: path(of: file), encoding: .utf8) }

  /// The names of the files in it, sorted.
  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}
