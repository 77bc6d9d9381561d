extension JSONWriter {
  /// Writes a string. Escapes only the characters that RFC 8259 requires to be escaped.
  public mutating func write(_ value: String) {
    value.withUTF8Bytes { write(utf8: $0) }
  }

  /// Writes a string that is given in UTF-8.
  ///
  /// - Parameter isPlain: Whether it is known that no character must be escaped.
  package mutating func write(utf8 text: UnsafeBufferPointer<UInt8>, isPlain: Bool = false) {
    if isPlain || JSONWriter.isPlain(text) { append(quoted: text) } else { append(escaping: text) }
  }

  /// Writes the name of a member. The value of the member must be written next.
  public mutating func key(_ name: String) {
    name.withUTF8Bytes { text in
      if JSONWriter.isPlain(text) {
        append(quoted: text, isKey: true)
      } else {
        append(escaping: text)
        endKey()
      }
    }
  }

  @inline(__always)
  private mutating func append(quoted text: UnsafeBufferPointer<UInt8>, isKey: Bool = false) {
    append(upTo: text.count + 3, isKey: isKey) { memory in
      memory[0] = UInt8(ascii: "\"")
      if let start = text.baseAddress { (memory + 1).update(from: start, count: text.count) }
      memory[text.count + 1] = UInt8(ascii: "\"")
      memory[text.count + 2] = UInt8(ascii: ":")
      return text.count + (isKey ? 3 : 2)
    }
  }

  private mutating func append(escaping text: UnsafeBufferPointer<UInt8>) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var rest = text
    while true {
      let count = JSONWriter.countOfPlainBytes(rest)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: rest[..<count]))
      guard count < rest.count else { break }
      appendEscape(of: rest[count])
      rest = UnsafeBufferPointer(rebasing: rest[(count + 1)...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Returns the number of bytes before the first byte that must be escaped.
  private static func countOfPlainBytes(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    let memory = UnsafeRawBufferPointer(text)
    var count = 0
    while count + 8 <= text.count, isPlain(memory.loadUnaligned(fromByteOffset: count, as: UInt64.self)) { count += 8 }
    while count < text.count, !needsEscape(text[count]) { count += 1 }
    return count
  }

  /// Whether a text has no byte that must be escaped.
  private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let memory = UnsafeRawBufferPointer(text)
    let count = memory.count
    func bytes<Word: FixedWidthInteger>(at offset: Int, as type: Word.Type) -> UInt64 {
      UInt64(truncatingIfNeeded: memory.loadUnaligned(fromByteOffset: offset, as: type))
    }
    // If the size is not a multiple of the size of a word, the last two words overlap.
    switch count {
    case 8...:
      for offset in stride(from: 0, to: count - 8, by: 8) where !isPlain(bytes(at: offset, as: UInt64.self)) {
        return false
      }
      return isPlain(bytes(at: count - 8, as: UInt64.self))
    case 4...: return isPlain(bytes(at: 0, as: UInt32.self) << 32 | bytes(at: count - 4, as: UInt32.self))
    default: return !memory.contains(where: needsEscape)
    }
  }

  /// Whether a word has no byte that must be escaped.
  private static func isPlain(_ word: UInt64) -> Bool {
    let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    // If a byte is less than the limit, the subtraction sets its top bit. Bytes whose top bit was set before do not
    // count.
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
