/// The letters that are still free, of those by which people reach screens, actions or parts.
struct FreeLetters {
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
