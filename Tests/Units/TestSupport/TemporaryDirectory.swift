import Foundation

/// A directory with mode 0700. It is removed with its contents when the object is released.
package final class TemporaryDirectory: Sendable {
  package let path: String

  package init() throws {
    // The path of the system's temporary directory may be too long for the address of a socket.
    var template = Array("/tmp/svvs-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError(number: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the directory.
  package func path(of file: String) -> String { "\(path)/\(file)" }

  package func write(_ text: String, to file: String) throws {
    try text.write(toFile: path(of: file), atomically: false, encoding: .utf8)
  }

  package func read(_ file: String) throws -> String { try String(contentsOfFile: path(of: file), encoding: .utf8) }

  /// The names of the files in the directory, sorted.
  package var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}
