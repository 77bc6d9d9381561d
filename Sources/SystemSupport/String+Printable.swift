extension String {
  /// The text with every character that a terminal or a reader of lines would act on written as `\u{1B}`.
  ///
  /// Text from outside is shown like this, so that it can neither end a line nor move the cursor.
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
  /// Whether it is a control character, ends a line, or changes the direction of what follows.
  fileprivate var isActedOn: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
