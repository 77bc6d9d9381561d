#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Date: JSONCodable {
  public static var jsonSchema: JSONSchema { .formatted(.dateTime) }

  /// Reads a time as RFC 3339 writes it, with or without a fraction of a second.
  public init(json: JSON) throws(JSONDecodingError) {
    let text = try String(json: json)
    for style in [Date.wholeSeconds, Date.milliseconds] {
      if let date = try? style.parse(text) {  // The other style is next.
        self = date
        return
      }
    }
    throw JSONDecodingError("must be a date and time such as 2000-01-31T12:00:00Z")
  }

  /// Writes the time in UTC, to the millisecond where it is not at a whole second.
  public func encode(to writer: inout JSONWriter) {
    let isWhole = timeIntervalSinceReferenceDate == timeIntervalSinceReferenceDate.rounded()
    writer.write(formatted(isWhole ? Date.wholeSeconds : Date.milliseconds))
  }

  private static let wholeSeconds = ISO8601FormatStyle()
  private static let milliseconds = ISO8601FormatStyle(includingFractionalSeconds: true)
}

extension URL: JSONCodable {
  public static var jsonSchema: JSONSchema { .formatted(.uri) }

  /// Reads an absolute URL.
  public init(json: JSON) throws(JSONDecodingError) {
    guard let url = URL(string: try String(json: json)), url.scheme != nil else {
      throw JSONDecodingError("must be a URL with a scheme such as https")
    }
    self = url
  }

  /// Writes the whole URL.
  public func encode(to writer: inout JSONWriter) { writer.write(absoluteString) }
}
