import StateProtocol

extension [Screen] {
  /// Sets the letters by which people reach the screens, their actions and their editable parts.
  mutating func assignLetters() {
    var letters = FreeLetters()
    for (index, screen) in enumerated() {
      self[index].letter = letters.take(for: screen.title)
      self[index].assignLetters()
    }
  }
}

extension Screen {
  fileprivate mutating func assignLetters() {
    // Front ends use the other letters themselves.
    var letters = FreeLetters("abcdefhijlmrstuwz")
    for (index, action) in (actions ?? []).enumerated() where action.notOffered == nil {
      actions?[index].letter = letters.take(for: action.title)
    }
    letters = FreeLetters()
    for (index, part) in parts.enumerated() where part.editable == true && part.role == nil {
      parts[index].letter = letters.take(for: part.title)
    }
  }
}

/// The letters that are still free.
private struct FreeLetters {
  private var letters: [UInt8]

  init(_ letters: String = "abcdefghijklmnopqrstuvwxyz") { self.letters = Array(letters.utf8) }

  /// Takes the first letter of a word of a title, or else another letter of it, or else any letter.
  mutating func take(for title: String) -> String? {
    // Makes capital letters small, and no other byte a letter.
    let small = title.utf8.map { $0 | 0x20 }
    let initials = small.split(separator: UInt8(ascii: " ")).compactMap(\.first)
    guard let letter = (initials + small + letters).first(where: letters.contains) else { return nil }
    letters.removeAll { $0 == letter }
    return String(UnicodeScalar(letter))
  }
}
