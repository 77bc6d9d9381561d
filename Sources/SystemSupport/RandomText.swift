/// Random texts that cannot be guessed and do not repeat.
package enum RandomText {
  /// The characters need no escape in a URL. Each stands for 6 bits.
  private static let characters: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

  /// Makes a text of at least this number of random bits.
  ///
  /// Writes the characters one by one, without generic code. Every server makes such a text when it starts, and the
  /// runtime would first have to set up the generic code.
  package static func make(bits: Int) -> String {
    let count = (bits + 5) / 6
    var generator = SystemRandomNumberGenerator()
    return String(unsafeUninitializedCapacity: count) { text in
      var bits: UInt64 = 0
      for index in 0..<count {
        if index % 10 == 0 { bits = generator.next() }
        text[index] = characters.utf8Start[Int(bits & 63)]
        bits >>= 6
      }
      return count
    }
  }
}
