import Foundation

@testable import LocalSocket

/// A folder of a test's own, with mode 0700, which goes with everything in it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/local-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError(number: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The folder of names in it, which is not made yet.
  var servers: ServerFolder { ServerFolder(runtimeDirectory: path) }

  /// The address of a socket in it that is given as a path.
  func address(_ file: String = "test.sock") throws -> ServerAddress { try ServerAddress("\(path)/\(file)") }

  func write(_ text: String, to file: String) throws {
    try text.write(toFile: "\(path)/\(file)", atomically: false, encoding: .utf8)
  }

  func read(_ file: String) throws -> String { try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8) }

  /// The names of the files in it, sorted.
  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}

struct SystemError: Error {
  let number: Int32
}

/// The kind and the rights of a file, by `lstat`.
func mode(_ path: String) throws -> mode_t {
  var status = stat()
  guard lstat(path, &status) == 0 else { throw SystemError(number: errno) }
  return status.st_mode
}
