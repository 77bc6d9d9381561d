import Foundation
import TestSupport

/// The kind and the rights of a file, by `lstat`.
func mode(_ path: String) throws -> mode_t {
  var status = stat()
  guard lstat(path, &status) == 0 else { throw SystemError(number: errno) }
  return status.st_mode
}
