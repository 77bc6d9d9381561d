import Foundation
import JSON
import Testing

struct FoundationCodingTests {
  @Test(arguments: [
    ("2000-01-31T12:00:00Z", 949_320_000.0), ("2000-01-31T12:00:00.250Z", 949_320_000.25),
    ("2000-01-31T14:00:00+02:00", 949_320_000), ("1969-12-31T23:59:59Z", -1), ("2000-01-31t12:00:00z", 949_320_000),
    ("2000-01-31T06:30:00-05:30", 949_320_000), ("2000-02-01T01:00:00.250+13:00", 949_320_000.25),
    ("2000-02-29T00:00:00Z", 951_782_400), ("2000-01-31T12:00:00.5Z", 949_320_000.5), ("1969-12-31T23:59:59.5Z", -0.5),
  ])
  func aTimeIsReadInEitherPrecision(text: String, seconds: Double) throws {
    #expect(try Date(json: JSONValue(parsing: "\"\(text)\"")) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [(949_320_000.0, "2000-01-31T12:00:00Z"), (949_320_000.25, "2000-01-31T12:00:00.250Z")])
  func aTimeIsWrittenAsShortAsItIs(seconds: Double, text: String) {
    #expect(written(Date(timeIntervalSince1970: seconds)) == "\"\(text)\"")
  }

  @Test func everyMillisecondIsWrittenAsItIsRead() throws {
    for millisecond in 1...999 {
      let text = "\"2000-01-31T12:00:00.\(String(1000 + millisecond).dropFirst())Z\""
      #expect(written(try Date(json: JSONValue(parsing: text))) == text)
    }
  }

  @Test func onlyTimesWithAYearOfFourDigitsAreWritten() throws {
    for seconds in [-62_167_219_200, 253_402_300_799.998] {
      let date = Date(timeIntervalSince1970: seconds)
      #expect(try Date(json: JSONValue(parsing: written(date))) == date)
    }
    // The second one is rounded up to the year 10000.
    for seconds in [253_402_300_800, 253_402_300_799.9996, -62_200_000_000, 1e300, .infinity, -.infinity, .nan] {
      #expect(
        error(of: ["at": [Date.now, Date(timeIntervalSince1970: seconds)]])
          == "/at/1 must be a time from the year 0 to the year 9999", "\(seconds)")
    }
  }

  @Test(arguments: [
    #""yesterday""#, #""2000-01-31""#, #""2000-13-31T12:00:00Z""#, #""""#, "949320000", "null",
    #""2000-01-31T12:00:00Z and more""#, #""2000-01-31T12:00:00+09:00x""#, #""2000-02-31T12:00:00Z""#,
    #""2001-02-29T12:00:00Z""#, #""2000-01-31T25:00:00Z""#, #""2000-01-31T12:60:00Z""#, #""2000-01-31T12:00:00+0900""#,
    #""2000-01-31T12:00:00+99:00""#, #""2000-01-31 12:00:00Z""#, #""2000-01-31T12:00:00""#, #""٢000-01-31T12:00:00Z""#,
  ])
  func whatIsNoTimeIsRefused(text: String) {
    #expect(throws: JSONDecodingError.self) { try Date(json: JSONValue(parsing: text)) }
  }

  @Test func aURLIsReadAndWrittenAsItIs() throws {
    let text = #""https://example.org/a%20b?c=d#e""#
    #expect(written(try URL(json: JSONValue(parsing: text))) == text)
  }

  @Test func onlyAURLWithASchemeIsWritten() throws {
    let base = try #require(URL(string: "https://example.org/a/"))
    #expect(written(URL(string: "b", relativeTo: base)) == #""https://example.org/a/b""#)
    for text in ["a/b", "//example.org", "?a=b"] {
      #expect(error(of: ["link": URL(string: text)]) == "/link must be a URL with a scheme such as https", "\(text)")
    }
  }

  @Test(arguments: [#""""#, #""a/b""#, #""//example.org""#, "1"])
  func aTextThatIsNotAURLIsRefused(text: String) {
    #expect(throws: JSONDecodingError.self) { try URL(json: JSONValue(parsing: text)) }
  }

  @Test func theSchemaTellsTheFormat() {
    #expect(written(Date.jsonSchema) == #"{"type":"string","format":"date-time"}"#)
    #expect(written(URL?.jsonSchema) == #"{"anyOf":[{"type":"string","format":"uri"},{"type":"null"}]}"#)
  }

  private func error(of value: some JSONEncodable) -> String? {
    var writer = JSONWriter()
    value.encode(to: &writer)
    return writer.error?.description
  }

  private func written(_ value: some JSONEncodable) -> String {
    var writer = JSONWriter()
    value.encode(to: &writer)
    return writer.description
  }
}
