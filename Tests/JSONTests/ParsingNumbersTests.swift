import JSON
import Testing

struct ParsingNumbersTests {
  @Test(arguments: [
    ("0", 0), ("-0", 0), ("42", 42), ("-7", -7),
    ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
  ])
  func integersAre64Bits(text: String, value: Int64) throws {
    let json = try JSON(parsing: text)
    #expect(json.kind == .integer)
    #expect(json.integer == value)
    #expect(json.number == Double(value))
  }

  @Test(arguments: [
    "9223372036854775808", "-9223372036854775809", "18446744073709551615", "100000000000000000000",
  ])
  func anIntegerBeyond64BitsIsRefused(text: String) {
    let error = #expect(throws: JSONParsingError.self) { try JSON(parsing: text) }
    #expect(error?.reason == .numberOutOfRange)
  }

  @Test(
    arguments: [
      ("0.1", 0.1), ("-0.0", -0.0), ("1.0", 1), ("1e2", 100), ("1E+2", 100), ("25e-1", 2.5),
      ("5e-324", .leastNonzeroMagnitude),
      ("1.7976931348623157e308", Double.greatestFiniteMagnitude), ("1e-400", 0),
      ("0.1000000000000000055511151231257827021181583404541015625", 0.1),
    ] as [(String, Double)])
  func aFractionOrAnExponentMakesAReal(text: String, value: Double) throws {
    let json = try JSON(parsing: text)
    #expect(json.kind == .real)
    #expect(json.number?.bitPattern == value.bitPattern)
  }

  @Test(arguments: ["1e309", "-1e309", "[1e999999]"])
  func aRealBeyondADoubleIsRefused(text: String) {
    let error = #expect(throws: JSONParsingError.self) { try JSON(parsing: text) }
    #expect(error?.reason == .numberOutOfRange)
  }

  @Test(arguments: [
    "01", "-01", "-", "+1", "--1", ".5", "1.", "1.e1", "1e", "1e+", "0x10", "1_000", "NaN", "Infinity", "-Infinity",
  ])
  func aNumberInAnotherNotationIsRefused(text: String) {
    let error = #expect(throws: JSONParsingError.self) { try JSON(parsing: text) }
    #expect(error?.reason == .syntax)
  }
}
