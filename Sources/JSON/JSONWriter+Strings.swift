extension JSONWriter {
  /// Writes a string, escaping what RFC 8259 says must be.
  public mutating func write(_ value: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    value.withUTF8Bytes { appendEscaped($0) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var rest = text
    while true {
      let count = JSONWriter.countOfPlainBytes(rest)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: rest[..<count]))
      guard count < rest.count else { return }
      appendEscape(of: rest[count])
      rest = UnsafeBufferPointer(rebasing: rest[(count + 1)...])
    }
  }

  /// How many bytes come before the first that must be escaped.
  private static func countOfPlainBytes(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    let memory = UnsafeRawBufferPointer(text)
    var count = 0
    while count + 8 <= text.count, isPlain(memory.loadUnaligned(fromByteOffset: count, as: UInt64.self)) { count += 8 }
    while count < text.count, !needsEscape(text[count]) { count += 1 }
    return count
  }

  /// Whether none of eight bytes must be escaped.
  private static func isPlain(_ word: UInt64) -> Bool {
    let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    // Subtracting borrows from a byte's top bit, if that was not set, where the byte is less.
    func below(_ limit: UInt64, _ bytes: UInt64) -> UInt64 { (bytes &- ones &* limit) & ~bytes & tops }
    func equal(_ byte: UInt8) -> UInt64 { below(1, word ^ (ones &* UInt64(byte))) }
    return below(0x20, word) | equal(UInt8(ascii: "\"")) | equal(UInt8(ascii: "\\")) == 0
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func appendEscape(of byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case ..<0x20:
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(UInt8(ascii: "0") + (byte >> 4))
      let digit = byte & 0xF
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    default: bytes.append(byte)
    }
  }
}
