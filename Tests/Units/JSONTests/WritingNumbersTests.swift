import JSON
import TestSupport
import Testing

struct WritingNumbersTests {
  private func text(of value: Double) -> String {
    var writer = JSONWriter()
    writer.write(value)
    return writer.description
  }

  @Test(
    arguments: [
      (0, "0.0"), (-0.0, "-0.0"), (0.1, "0.1"), (0.1 + 0.2, "0.30000000000000004"), (100, "100.0"), (-2.5, "-2.5"),
      (1e21, "1e+21"), (.leastNonzeroMagnitude, "5e-324"), (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
    ] as [(Double, String)])
  func aNumberIsWrittenInItsShortestForm(value: Double, text: String) {
    #expect(self.text(of: value) == text)
  }

  @Test func everyNumberReadsBackAsItself() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<50_000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      let json = try JSONValue(parsing: text(of: value))
      try #require(json.number?.bitPattern == value.bitPattern, "\(value) was written as \(text(of: value))")
    }
  }

  @Test func aNumberOfFewDigitsIsWrittenWithThese() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<10_000 {
      let digits = "\(Int.random(in: 0...9999, using: &generator)).\(Int.random(in: 1...9, using: &generator))"
      let value = try #require(Double(digits))
      try #require(text(of: value) == digits)
    }
  }

  @Test(arguments: [Double.nan, .signalingNaN, .infinity, -.infinity])
  func aNumberThatIsNotFiniteIsAnError(value: Double) {
    var writer = JSONWriter()
    writer.write(value)
    #expect(writer.error == JSONEncodingError("must be a finite number", at: JSONPointer()))
    #expect(writer.description == "null")
  }

  @Test(arguments: [Int64.min, -1, 0, 1, 9_007_199_254_740_993, .max])
  func anIntegerKeepsEveryDigit(value: Int64) throws {
    var writer = JSONWriter()
    writer.write(value)
    #expect(writer.description == "\(value)")
    #expect(try JSONValue(parsing: writer.bytes).integer == value)
  }
}
