extension String {
  /// The same text, except that every control character, format character and line separator is escaped, for example as
  /// `\u{1B}`.
  ///
  /// Text from other programs is printed in this form, so that it can neither end a line nor move the cursor.
  package var printable: String {
    guard unicodeScalars.contains(where: \.isActedOn) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isActedOn {
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character is a control character, ends a line, or changes the direction of the text after it.
  fileprivate var isActedOn: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

extension String {
  /// A text that the system has passed to this process, as its bytes: ASCII as it is, and each other byte in the form
  /// `\\xE9`. For messages about a text that is not valid UTF-8, which `String(cString:)` would change.
  package init(escapingBytesOf text: UnsafePointer<CChar>) {
    self = UnsafeBufferPointer(start: text, count: strlen(text)).reduce(into: "") { result, byte in
      let byte = UInt8(bitPattern: byte)
      if byte < 0x80 {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "\\x\(String(byte, radix: 16, uppercase: true))"
      }
    }
  }
}
