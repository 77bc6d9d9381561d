import CJansson

extension JSON {
  /// Whether a Swift value that is read from this may equal one that is written otherwise: Unicode spells a text in
  /// several ways, and zero has two signs.
  package var hasEqualsWrittenOtherwise: Bool {
    switch kind {
    case .string: hasSpellings
    case .integer, .real: number == 0
    case .array: elements.contains(where: \.hasEqualsWrittenOtherwise)
    case .object: members.contains { $0.value.hasEqualsWrittenOtherwise || $0.key.utf8.contains { $0 >= 0x80 } }
    case .boolean, .null: false
    }
  }

  /// Of ASCII, these three alone are what another character is canonically equal to: U+037E, U+1FEF and U+212A.
  private var hasSpellings: Bool {
    guard let start = json_string_value(node) else { return false }
    let bytes = UnsafeRawBufferPointer(start: start, count: json_string_length(node))
    return bytes.contains { $0 >= 0x80 || ";`K".utf8.contains($0) }
  }
}
