import Foundation

/// A directory with mode 0700, which is removed with its contents when the object is released.
package final class TemporaryDirectory: Sendable {
  package let path: String

  package init() throws {
    // The system's temporary directory may be too long for the address of a socket.
    var template = Array("/tmp/svvs-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError(number: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the directory.
  package func path(of file: String) -> String { "\(path)/\(file)" }
}
