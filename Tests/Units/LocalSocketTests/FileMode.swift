import Foundation
import TestSupport

/// The type and the permissions of a file. A symbolic link is not followed.
func mode(_ path: String) throws -> mode_t {
  var status = stat()
  guard lstat(path, &status) == 0 else { throw SystemError(number: errno) }
  return status.st_mode
}
