/// Random texts that cannot be guessed and do not repeat.
enum RandomText {
  /// Makes a text of 32 hexadecimal digits.
  ///
  /// Writes the digits one by one, without generic code. Every server makes such a text when it starts, and the runtime
  /// would first have to set up the generic code.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return String(unsafeUninitializedCapacity: 32) { digits in
      var bits: UInt64 = 0
      for index in digits.indices {
        if index % 16 == 0 { bits = generator.next() }
        let digit = UInt8(truncatingIfNeeded: bits & 15)
        digits[index] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
        bits >>= 4
      }
      return 32
    }
  }
}
