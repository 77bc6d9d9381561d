extension String {
  /// The text that people read in place of a name without a title: `friendIDs` becomes "Friend IDs".
  ///
  /// A word ends at an underscore, before a capital letter after a small letter or a digit, and before the last of
  /// several capital letters if small letters follow it, except for the `s` of a plural. A word with two capital
  /// letters is an abbreviation. The other words are in small letters, except for the first letter.
  var titleOfName: String {
    var words: [String] = []
    var rest = self[...]
    while let first = rest.first {
      guard first.isLetter || first.isNumber else {
        rest = rest.dropFirst()
        continue
      }
      let word = rest.prefix(rest.lengthOfFirstWord)
      let isAbbreviation = first.isUppercase && word.dropFirst().first?.isSmall == false
      words.append(isAbbreviation ? String(word) : word.lowercased())
      rest = rest.dropFirst(word.count)
    }
    let text = words.joined(separator: " ")
    return text.isEmpty ? self : text.prefix(1).uppercased() + text.dropFirst()
  }
}

extension Substring {
  /// The number of characters of the word that the text begins with.
  fileprivate var lengthOfFirstWord: Int {
    let capitals = prefix(while: \.isUppercase).count
    let rest = dropFirst(capitals)
    if capitals > 1, rest.first == "s", rest.dropFirst().first?.isSmall != true {
      return capitals + 1 + rest.dropFirst().prefix(while: \.isNumber).count
    }
    guard rest.first?.isSmall == true else {
      return capitals + rest.prefix { $0.isNumber || capitals == 0 && $0.isSmall }.count
    }
    return capitals > 1 ? capitals - 1 : capitals + rest.prefix { $0.isSmall || $0.isNumber }.count
  }
}

extension Character {
  /// Whether the character is a letter, but not a capital one.
  fileprivate var isSmall: Bool { isLetter && !isUppercase }
}
