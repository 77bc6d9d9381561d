extension String {
  /// The text that people read in place of a name without a title: `friendIDs` becomes "Friend IDs".
  ///
  /// A word ends at an underscore, before a capital letter after a small letter or a digit, and before the last of
  /// several capital letters if small letters follow it, except for the `s` of a plural. A word with two capital
  /// letters is an abbreviation. The other words are in small letters, except for the first letter.
  ///
  /// The name is read by scalars, which takes 0.15 ms for 250 names at the start of an app. By characters, it takes
  /// 0.65 ms.
  var titleOfName: String {
    var rest = Array(unicodeScalars)[...]
    var title = String.UnicodeScalarView()
    while let first = rest.first {
      let length = rest.lengthOfFirstWord
      guard length > 0 else {
        rest = rest.dropFirst()
        continue
      }
      let word = rest.prefix(length)
      rest = rest.dropFirst(length)
      if first.isCapital, word.dropFirst().first?.isSmall == false {
        if !title.isEmpty { title.append(" ") }
        title.append(contentsOf: word)
      } else if title.isEmpty {
        first.appendCapital(to: &title)
        for scalar in word.dropFirst() { scalar.appendSmall(to: &title) }
      } else {
        title.append(" ")
        for scalar in word { scalar.appendSmall(to: &title) }
      }
    }
    return title.isEmpty ? self : String(title)
  }
}

extension ArraySlice<Unicode.Scalar> {
  /// The number of scalars of the word that the name begins with. 0 if it does not begin with a letter or a digit.
  fileprivate var lengthOfFirstWord: Int {
    let capitals = prefix(while: \.isCapital).count
    let rest = dropFirst(capitals)
    if capitals > 1, rest.first == "s", rest.dropFirst().first?.isSmall != true {
      return capitals + 1 + rest.dropFirst().prefix(while: \.isDigit).count
    }
    guard rest.first?.isSmall == true else {
      return capitals + rest.prefix { $0.isDigit || capitals == 0 && $0.isSmall }.count
    }
    return capitals > 1 ? capitals - 1 : capitals + rest.prefix { $0.isSmall || $0.isDigit }.count
  }
}

extension Unicode.Scalar {
  fileprivate var isCapital: Bool { isASCII ? ("A"..."Z").contains(self) : properties.isUppercase }

  fileprivate var isDigit: Bool { isASCII ? ("0"..."9").contains(self) : properties.numericType != nil }

  /// Whether the scalar is part of a word, but neither a capital letter nor a digit.
  fileprivate var isSmall: Bool {
    guard !isASCII else { return ("a"..."z").contains(self) }
    return !isCapital && !isDigit && (properties.isAlphabetic || properties.isGraphemeExtend)
  }

  fileprivate func appendCapital(to text: inout String.UnicodeScalarView) {
    text.append(contentsOf: properties.titlecaseMapping.unicodeScalars)
  }

  fileprivate func appendSmall(to text: inout String.UnicodeScalarView) {
    guard !isASCII else { return text.append(isCapital ? Unicode.Scalar(UInt8(value) + 32) : self) }
    text.append(contentsOf: properties.lowercaseMapping.unicodeScalars)
  }
}
