import Testing

/// RFC 8259, section 6: a number is decimal and has no leading zeros. In this parser, a number with a fraction or an
/// exponent is a double, and any other number is an integer of 64 bits.
struct Section6NumberTests {
  static let integers: [(JSONText, Tree)] = [
    ("0", 0), ("1", 1), ("9", 9), ("10", 10), ("1234567890", 1_234_567_890), ("-1", -1), ("-10", -10), ("[-5]", [-5]),
    // There is no negative zero among the integers.
    ("-0", 0), ("[-0]", [0]), ("100", 100), ("2147483648", 2_147_483_648), ("4294967296", 4_294_967_296),
    // A double would lose the last digit of these.
    ("9007199254740993", 9_007_199_254_740_993), ("-9007199254740993", -9_007_199_254_740_993),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)), (#"{"a":1}"#, ["a": 1]),
  ]

  static let reals: [(JSONText, Tree)] = [
    ("0.0", 0.0), ("-0.0", -0.0), ("0.1", 0.1), ("1.0", 1.0), ("-1.5", -1.5), ("10.01", 10.01), ("0.000001", 0.000001),
    ("1.10", 1.1), ("0e0", 0.0), ("0e1", 0.0), ("0E5", 0.0), ("0e+1", 0.0), ("0e-1", 0.0), ("-0e1", -0.0),
    ("-0E-0", -0.0),
    ("1e2", 100.0), ("1E2", 100.0), ("1e+2", 100.0), ("1E+2", 100.0), ("1e-2", 0.01), ("1E-2", 0.01), ("1e02", 100.0),
    ("1e00", 1.0), ("1e-000001", 0.1), ("1.5e3", 1500.0), ("1.5E+3", 1500.0), ("-2.5e-1", -0.25), ("[1e1]", [10.0]),
    ("9223372036854775808.0", 0x1p63), ("1e19", 1e19), ("9007199254740993.0", .real(0x1p53)),
    // Numbers with more digits than a double can store.
    ("0.1000000000000000055511151231257827021181583404541015625", 0.1),
    ("3.141592653589793238462643383279502884197169399375105820974944", .real(.pi)),
    // The largest double, the smallest normal double, and the smallest double above zero.
    ("1.7976931348623157e308", .real(.greatestFiniteMagnitude)),
    ("-1.7976931348623157e308", .real(-.greatestFiniteMagnitude)),
    ("2.2250738585072014e-308", .real(.leastNormalMagnitude)), ("5e-324", .real(.leastNonzeroMagnitude)),
    // Numbers that are rounded to zero.
    ("1e-400", 0.0), ("-1e-400", -0.0), ("123.456e-789", 0.0), ("1e-99999999999", 0.0), ("0e999999999999", 0.0),
    // Numbers with many digits.
    (JSONText("0." + String(repeating: "0", count: 300) + "1"), 1e-301),
    (JSONText(String(repeating: "9", count: 300) + ".0"), 1e300),
    (JSONText("1." + String(repeating: "0", count: 10_000)), 1.0),
    (JSONText("1e" + String(repeating: "0", count: 10_000) + "1"), 10.0),
    (JSONText("0." + String(repeating: "0", count: 400) + "1e401"), 1.0),
  ]

  @Test(arguments: integers + reals) func aNumberIsAnIntegerOrAReal(text: JSONText, value: Tree) throws {
    try expect(text, isTakenAs: value)
  }

  static let otherNotations: [(JSONText, Refusal)] = [
    // Leading zeros.
    ("00", .syntax), ("01", .syntax), ("-01", .syntax), ("-00", .syntax), ("007", .syntax), ("[012]", .syntax),
    ("00.5", .syntax), ("01e1", .syntax), ("-012.5", .syntax), ("0 1", .syntax),
    // Signs.
    ("-", .syntax), ("[-]", .syntax), ("+1", .syntax), ("+0", .syntax), ("[+1]", .syntax), ("--1", .syntax),
    ("- 1", .syntax),
    ("+-1", .syntax), ("-+1", .syntax), ("++1", .syntax), ("1-", .syntax), ("1+1", .syntax), ("-a", .syntax),
    ("−1", .syntax),
    ("-[]", .syntax), (#"-"1""#, .syntax), ("[1,-]", .syntax.at(1, 4)),
    // Fractions.
    (".5", .syntax), ("-.5", .syntax), ("1.", .syntax), ("-1.", .syntax), ("[1.]", .syntax), ("0.", .syntax),
    (".", .syntax),
    ("1..5", .syntax), ("1.5.5", .syntax), ("1.-5", .syntax), ("1.+5", .syntax), ("1. 5", .syntax), ("1 .5", .syntax),
    ("1,5", .syntax), ("1.e1", .syntax), (".e1", .syntax), (".5e1", .syntax), ("0.a", .syntax), ("1.2a", .syntax),
    // Exponents.
    ("1e", .syntax), ("1E", .syntax), ("1e+", .syntax), ("1e-", .syntax), ("1E+", .syntax), ("0e", .syntax),
    ("0e+", .syntax),
    ("1.0e", .syntax), ("1.5e+", .syntax), ("1e1.5", .syntax), ("1e 1", .syntax), ("1ee1", .syntax), ("1e1e1", .syntax),
    ("1e++1", .syntax), ("1e+-1", .syntax), ("1ea", .syntax), ("e1", .syntax), ("[1e]", .syntax), ("1 e1", .syntax),
    ("1ｅ1", .syntax), ("1d5", .syntax), ("1^5", .syntax), ("2**3", .syntax),
    // Other bases, and digits that are grouped, named or not ASCII.
    ("0x10", .syntax), ("0X1F", .syntax), ("0x", .syntax), ("0b1", .syntax), ("0o7", .syntax), ("#1", .syntax),
    ("FF", .syntax),
    ("1h", .syntax), ("0x1p4", .syntax), ("1_000", .syntax), ("1,000", .syntax), ("1'000", .syntax), ("1 000", .syntax),
    ("1L", .syntax), ("1.5f", .syntax), ("1a", .syntax), ("[1a]", .syntax), ("1%", .syntax), ("$1", .syntax),
    ("１", .syntax),
    ("٣", .syntax), ("Ⅳ", .syntax), ("½", .syntax), ("1½", .syntax),
    // Texts that are not numbers.
    ("NaN", .syntax), ("-NaN", .syntax), ("Infinity", .syntax), ("-Infinity", .syntax), ("+Infinity", .syntax),
    ("inf", .syntax),
    ("-inf", .syntax), ("[NaN]", .syntax), ("∞", .syntax), ("1#INF", .syntax),
  ]

  @Test(arguments: otherNotations) func aNumberInAnotherNotationIsRefused(text: JSONText, refusal: Refusal) {
    expect(text, isRefusedAs: refusal)
  }

  /// According to the section, implementations may limit the range and precision of numbers. This parser rounds no
  /// number to infinity, and no integer to a double.
  static let outOfRange: [(JSONText, Refusal)] = [
    ("9223372036854775808", .numberOutOfRange), ("-9223372036854775809", .numberOutOfRange),
    ("18446744073709551615", .numberOutOfRange), ("18446744073709551616", .numberOutOfRange),
    ("[\n99999999999999999999]", .numberOutOfRange.at(2, 20)), ("-100000000000000000000", .numberOutOfRange),
    (JSONText(String(repeating: "9", count: 10_000)), .numberOutOfRange),
    ("1e309", .numberOutOfRange), ("-1e309", .numberOutOfRange), ("1.7976931348623159e308", .numberOutOfRange),
    ("[1e999999]", .numberOutOfRange), ("1e99999999999999999999", .numberOutOfRange), ("0.1e310", .numberOutOfRange),
    ("-123123e100000", .numberOutOfRange), (#"{"a":1E400}"#, .numberOutOfRange),
    (JSONText(String(repeating: "9", count: 400) + ".0"), .numberOutOfRange),
  ]

  @Test(arguments: outOfRange) func aNumberOutOfRangeIsRefused(text: JSONText, refusal: Refusal) {
    expect(text, isRefusedAs: refusal)
  }
}
