#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Which file a path leads to.
struct FileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// Nil if the path leads to no file.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
