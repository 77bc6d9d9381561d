#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A descriptor that is closed when nothing needs it any more.
final class OwnedDescriptor: Sendable {
  let number: Int32

  init(_ number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }
}
