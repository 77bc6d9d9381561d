import CJansson

extension JSONValue {
  /// Whether a Swift value that is read from this may equal one that is written otherwise: Unicode spells a text in
  /// several ways, and zero has two signs.
  package var hasEqualsWrittenOtherwise: Bool {
    switch kind {
    case .string: hasSpellings
    case .integer, .real: number == 0
    case .array: elements.contains(where: \.hasEqualsWrittenOtherwise)
    case .object: members.contains { JSONValue.haveSpellings($0.key.utf8) || $0.value.hasEqualsWrittenOtherwise }
    case .boolean, .null: false
    }
  }

  private var hasSpellings: Bool {
    guard let start = json_string_value(node) else { return false }
    return JSONValue.haveSpellings(UnsafeRawBufferPointer(start: start, count: json_string_length(node)))
  }

  /// Of ASCII, these three alone are what another character is canonically equal to: U+037E, U+1FEF and U+212A.
  private static func haveSpellings(_ text: some Sequence<UInt8>) -> Bool {
    text.contains { $0 >= 0x80 || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "`") || $0 == UInt8(ascii: "K") }
  }
}
