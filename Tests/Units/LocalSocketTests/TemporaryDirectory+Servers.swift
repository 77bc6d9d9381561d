import TestSupport

@testable import LocalSocket

extension TemporaryDirectory {
  /// The directory of the named servers in the directory. It is not created.
  var servers: ServerDirectory { ServerDirectory(runtimeDirectory: path) }

  /// The address of a socket in the directory, as a path.
  func address(_ file: String = "test.sock") throws -> ServerAddress { try ServerAddress(path(of: file)) }
}
