#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension [UInt8] {
  /// Whether two texts are the same, byte by byte: many at a time, as `==` of an array does not.
  package func isSameText(as other: [UInt8]) -> Bool {
    count == other.count && (isEmpty || memcmp(self, other, count) == 0)
  }
}
