import Foundation
import JSON
import Testing

struct FoundationCodingTests {
  @Test(arguments: [
    ("2000-01-31T12:00:00Z", 949_320_000.0), ("2000-01-31T12:00:00.250Z", 949_320_000.25),
    ("2000-01-31T14:00:00+02:00", 949_320_000), ("1969-12-31T23:59:59Z", -1),
  ])
  func aTimeIsReadInEitherPrecision(text: String, seconds: Double) throws {
    #expect(try Date(json: JSON(parsing: "\"\(text)\"")) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [(949_320_000.0, "2000-01-31T12:00:00Z"), (949_320_000.25, "2000-01-31T12:00:00.250Z")])
  func aTimeIsWrittenAsShortAsItIs(seconds: Double, text: String) {
    #expect(written(Date(timeIntervalSince1970: seconds)) == "\"\(text)\"")
  }

  @Test(arguments: [#""yesterday""#, #""2000-01-31""#, #""2000-13-31T12:00:00Z""#, #""""#, "949320000", "null"])
  func whatIsNoTimeIsRefused(text: String) {
    #expect(throws: JSONDecodingError.self) { try Date(json: JSON(parsing: text)) }
  }

  @Test func aURLIsReadAndWrittenAsItIs() throws {
    let text = #""https://example.org/a%20b?c=d#e""#
    #expect(written(try URL(json: JSON(parsing: text))) == text)
  }

  @Test(arguments: [#""""#, #""a/b""#, #""//example.org""#, "1"])
  func whatIsNoURLIsRefused(text: String) {
    #expect(throws: JSONDecodingError.self) { try URL(json: JSON(parsing: text)) }
  }

  @Test func theSchemaTellsTheFormat() {
    #expect(written(Date.jsonSchema) == #"{"type":"string","format":"date-time"}"#)
    #expect(written(URL?.jsonSchema) == #"{"anyOf":[{"type":"string","format":"uri"},{"type":"null"}]}"#)
  }

  private func written(_ value: some JSONEncodable) -> String {
    var writer = JSONWriter()
    value.encode(to: &writer)
    return writer.description
  }
}
