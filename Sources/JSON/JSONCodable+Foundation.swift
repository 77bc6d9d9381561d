#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Date: JSONCodable {
  public static var jsonSchema: JSONSchema { .formatted(.dateTime) }

  /// Reads a time as RFC 3339 writes it, with or without a fraction of a second.
  public init(json: JSONValue) throws(JSONDecodingError) {
    guard let date = Date(rfc3339: try String(json: json)) else {
      throw JSONDecodingError("must be a date and time such as 2000-01-31T12:00:00Z")
    }
    self = date
  }

  /// Writes the time in UTC, to the millisecond where it is not at a whole second.
  public func encode(to writer: inout JSONWriter) {
    let isWhole = timeIntervalSinceReferenceDate == timeIntervalSinceReferenceDate.rounded()
    writer.write(formatted(isWhole ? Date.wholeSeconds : Date.milliseconds))
  }

  /// Reads a time as RFC 3339 writes it; nil if it is not such a time, or of a day that does not exist.
  ///
  /// Foundation takes 31 February for a day in March, and stops reading where it has enough.
  public init?(rfc3339 text: String) {
    let text = text.uppercased()
    let shape =
      /(?<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?<fraction>\.\d+)?(Z|(?<sign>[+-])(?<hours>\d\d):(?<minutes>\d\d))/
    guard let match = try? shape.asciiOnlyDigits().wholeMatch(in: text),  // A regular expression of ours does not fail.
      let date = try? (match.fraction == nil ? Date.wholeSeconds : Date.milliseconds).parse(text)  // Else it is none.
    else { return nil }
    let offset = (Int(match.hours ?? "0") ?? 0) * 3600 + (Int(match.minutes ?? "0") ?? 0) * 60
    guard let zone = TimeZone(secondsFromGMT: match.sign == "-" ? -offset : offset),
      date.formatted(ISO8601FormatStyle(timeZone: zone)).hasPrefix(match.time)
    else { return nil }
    self = date
  }

  private static let wholeSeconds = ISO8601FormatStyle()
  private static let milliseconds = ISO8601FormatStyle(includingFractionalSeconds: true)
}

extension URL: JSONCodable {
  public static var jsonSchema: JSONSchema { .formatted(.uri) }

  /// Reads an absolute URL.
  public init(json: JSONValue) throws(JSONDecodingError) {
    guard let url = URL(string: try String(json: json)), url.scheme != nil else {
      throw JSONDecodingError("must be a URL with a scheme such as https")
    }
    self = url
  }

  /// Writes the whole URL.
  public func encode(to writer: inout JSONWriter) { writer.write(absoluteString) }
}
