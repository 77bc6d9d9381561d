/// Functions on the number tokens of a JSON text.
enum NumberTokens {
  /// Returns the text with some of its numbers replaced, or nil if no number is replaced.
  ///
  /// - Parameter replacement: Returns the bytes that replace a number, or nil to keep the number.
  static func replacing(
    in text: UnsafeRawBufferPointer, by replacement: (Slice<UnsafeRawBufferPointer>) -> [UInt8]?
  ) -> [UInt8]? {
    var replaced: [UInt8] = []
    var copied = 0
    var position = 0
    var (isInString, isEscaped) = (false, false)
    while position < text.count {
      let byte = text[position]
      if isInString {
        (isEscaped, isInString) = (!isEscaped && byte == UInt8(ascii: "\\"), isEscaped || byte != UInt8(ascii: "\""))
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if byte == UInt8(ascii: "-") || byte.isDigit {
        let token = text[position...].prefix { $0.isPartOfNumber }
        if let other = replacement(token) {
          replaced += text[copied..<position] + other
          copied = token.endIndex
        }
        position = token.endIndex
        continue
      }
      position += 1
    }
    return copied > 0 ? replaced + text[copied...] : nil
  }

  /// Whether the bytes are a number according to section 6 of RFC 8259.
  static func isNumber(_ token: Slice<UnsafeRawBufferPointer>) -> Bool {
    var rest = token
    func take(_ characters: String) -> Bool {
      guard let byte = rest.first, characters.utf8.contains(byte) else { return false }
      rest = rest.dropFirst()
      return true
    }
    func takeDigits() -> Bool {
      let digits = rest.prefix { $0.isDigit }
      rest = rest[digits.endIndex...]
      return !digits.isEmpty
    }
    _ = take("-")
    guard take("0") || takeDigits() else { return false }
    if take("."), !takeDigits() { return false }
    if take("eE") {
      _ = take("+-")
      guard takeDigits() else { return false }
    }
    return rest.isEmpty
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var isPartOfNumber: Bool { isDigit || "+-.eE".utf8.contains(self) }
}
