/// Texts that nobody guesses, and that never come twice.
enum RandomText {
  /// A new one: 32 hexadecimal digits.
  static func make() -> String {
    let number = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }
    return number.map { String(repeating: "0", count: 16 - $0.count) + $0 }.joined()
  }
}
