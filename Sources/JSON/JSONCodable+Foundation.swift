#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Date: JSONCodable {
  public static var jsonSchema: JSONSchema { .formatted(.dateTime) }

  /// Reads a time in the format of RFC 3339, with or without a fraction of a second.
  public init(json: JSONValue) throws(JSONDecodingError) {
    guard let date = Date(rfc3339: try String(json: json)) else {
      throw JSONDecodingError("must be a date and time such as 2000-01-31T12:00:00Z")
    }
    self = date
  }

  /// Writes the time in UTC, rounded to the millisecond. Whole seconds have no fraction. A time before the year 0 or
  /// after the year 9999 is an error, because RFC 3339 has no form for it.
  public func encode(to writer: inout JSONWriter) {
    guard let text = rfc3339(omitsZeroFraction: true) else {
      return writer.writeError("must be a time from the year 0 to the year 9999")
    }
    writer.write(text)
  }

  /// The time in UTC in the format of RFC 3339, rounded to the millisecond. Nil for a time before the year 0 or after
  /// the year 9999, and for a time that is not finite.
  package func rfc3339(omitsZeroFraction: Bool) -> String? {
    let milliseconds = (timeIntervalSinceReferenceDate * 1000).rounded()
    let isWhole = milliseconds.truncatingRemainder(dividingBy: 1000) == 0
    // `formatted(_:)` cuts the fraction off after three digits. A `Double` may be a little less than the millisecond,
    // so a tenth of a millisecond is added.
    let date = Date(timeIntervalSinceReferenceDate: (milliseconds + 0.1) / 1000)
    let text = date.formatted(isWhole && omitsZeroFraction ? Date.wholeSeconds : Date.milliseconds)
    // Other years have a sign or more digits. `formatted(_:)` writes a number that is not finite as such a year.
    let hasFourDigitYear = text.utf8.prefix { $0 != UInt8(ascii: "-") }.count == 4
    return hasFourDigitYear ? text : nil
  }

  /// Reads a time in the format of RFC 3339. Returns nil if the text has another format or the day does not exist.
  ///
  /// Both are checked here, because Foundation reads 31 February as a day in March and ignores text after the time.
  public init?(rfc3339 text: String) {
    let text = text.uppercased()
    let shape =
      /(?<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?<fraction>\.\d+)?(Z|(?<sign>[+-])(?<hours>\d\d):(?<minutes>\d\d))/
    guard let match = try? shape.asciiOnlyDigits().wholeMatch(in: text),  // This regular expression does not fail.
      let date = try? (match.fraction == nil ? Date.wholeSeconds : Date.milliseconds).parse(text)  // Not a time: nil.
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

  /// Writes the whole URL. A relative URL without a base is an error.
  public func encode(to writer: inout JSONWriter) {
    guard scheme != nil else { return writer.writeError("must be a URL with a scheme such as https") }
    writer.write(absoluteString)
  }
}

extension UUID: JSONCodable, JSONKey {
  public static var jsonSchema: JSONSchema { .formatted(.uuid) }

  /// Reads 32 hexadecimal digits in groups. The digits may be in upper or lower case.
  public init(json: JSONValue) throws(JSONDecodingError) {
    guard let uuid = UUID(uuidString: try String(json: json)) else { throw UUID.error }
    self = uuid
  }

  /// Writes the digits in upper case, as `Codable` does.
  public func encode(to writer: inout JSONWriter) { writer.write(uuidString) }

  public static var jsonKeySchema: JSONSchema { jsonSchema }

  public var jsonKey: String { uuidString }

  public init(jsonKey: String) throws(JSONDecodingError) {
    guard let uuid = UUID(uuidString: jsonKey) else { throw UUID.error }
    self = uuid
  }

  private static let error = JSONDecodingError("must be a UUID such as E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
}

extension Data: JSONCodable {
  public static var jsonSchema: JSONSchema { .base64 }

  /// Reads base64 with padding.
  public init(json: JSONValue) throws(JSONDecodingError) {
    let text = try String(json: json)
    // Foundation also accepts other spellings, such as one with too much padding.
    guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else {
      throw JSONDecodingError("must be base64")
    }
    self = data
  }

  /// Writes base64 with padding.
  public func encode(to writer: inout JSONWriter) { writer.write(base64EncodedString()) }
}

extension Decimal: JSONCodable {
  public static var jsonSchema: JSONSchema { .pattern("^-?[0-9]+(\\.[0-9]+)?$") }

  /// Reads the digits from a string.
  public init(json: JSONValue) throws(JSONDecodingError) {
    let text = try String(json: json)
    let shape = /-?[0-9]+(\.[0-9]+)?/.asciiOnlyDigits()
    let digits = text.filter { $0 != "-" && $0 != "." }.drop { $0 == "0" }
    guard (try? shape.wholeMatch(in: text)) != nil else {  // This regular expression does not fail.
      throw JSONDecodingError("must be a decimal number such as -12.50")
    }
    // A longer number would be rounded.
    guard digits.count - digits.reversed().prefix(while: { $0 == "0" }).count <= 38, let number = Decimal(string: text),
      number.isFinite
    else { throw JSONDecodingError("must have at most 38 digits") }
    self = number
  }

  /// Writes the digits as a string, because most parsers read a number as a `Double` and would round it.
  public func encode(to writer: inout JSONWriter) {
    guard isFinite else { return writer.writeError("must be a finite number") }
    writer.write(description)
  }
}
