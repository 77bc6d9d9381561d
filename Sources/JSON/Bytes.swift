import CSupport

extension UnsafeRawBufferPointer {
  /// Whether two buffers have the same bytes. Compares many bytes at a time, unlike `elementsEqual(_:)`.
  package func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let first = baseAddress, let second = other.baseAddress else { return true }
    return memcmp(first, second, count) == 0
  }

  /// Whether a buffer begins with the bytes of another one.
  package func begins(with start: UnsafeRawBufferPointer) -> Bool {
    start.count <= count && UnsafeRawBufferPointer(rebasing: prefix(start.count)).hasSameBytes(as: start)
  }

  /// Returns the offset of the first such byte at or after `start`. Returns nil if there is none. Searches many bytes
  /// at a time.
  package func offset(of byte: UInt8, from start: Int = 0) -> Int? {
    precondition(start <= count)
    guard let first = baseAddress else { return nil }
    return memchr(first + start, Int32(byte), count - start).map { UnsafeRawPointer($0) - first }
  }
}

extension FixedWidthInteger {
  /// Reads a number that consists of the digits 0 to 9. The initializers of the standard library also accept a sign.
  package init?(digits text: some StringProtocol) {
    guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
    self.init(text)
  }
}

extension UInt8 {
  /// Whether the byte is white space in JSON.
  @inlinable package var isWhiteSpace: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") || self == UInt8(ascii: "\t")
  }
}

extension [UInt8] {
  /// Whether two texts have the same bytes.
  package func isSameText(as other: [UInt8]) -> Bool {
    withUnsafeBytes { first in other.withUnsafeBytes { first.hasSameBytes(as: $0) } }
  }
}
