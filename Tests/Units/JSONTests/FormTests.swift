import Foundation
import JSON
import TestSupport
import Testing

/// The JSON forms of the types of the standard library and of Foundation.
struct FormTests {
  /// A type with string raw values, which authors use for identifiers.
  struct Name: RawRepresentable, Hashable, JSONCodable, JSONKey {
    let rawValue: String
  }

  /// A type with integer raw values, which refuses some integers.
  struct Even: RawRepresentable, Hashable, JSONCodable, JSONKey {
    let rawValue: Int

    init?(rawValue: Int) {
      guard rawValue.isMultiple(of: 2) else { return nil }
      self.rawValue = rawValue
    }
  }

  private func text(of value: some JSONEncodable) -> String {
    var writer = JSONWriter()
    writer.write(value)
    return writer.description
  }

  /// Expects that a value is written as `text` and read from `text`, and that its type has the schema `schema`.
  private func expectForm<Value: JSONCodable & Equatable>(
    _ value: Value, _ text: String, _ schema: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(self.text(of: value) == text, sourceLocation: location)
    #expect(try Value(json: JSONValue(parsing: text)) == value, sourceLocation: location)
    #expect(self.text(of: Value.jsonSchema) == schema, sourceLocation: location)
  }

  @Test func everyTypeHasOneForm() throws {
    let uuid = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    try expectForm(Int8.min, "-128", #"{"type":"integer","minimum":-128,"maximum":127}"#)
    try expectForm(Int16(7), "7", #"{"type":"integer","minimum":-32768,"maximum":32767}"#)
    try expectForm(Int32.max, "2147483647", #"{"type":"integer","minimum":-2147483648,"maximum":2147483647}"#)
    try expectForm(UInt8.max, "255", #"{"type":"integer","minimum":0,"maximum":255}"#)
    try expectForm(UInt16(0), "0", #"{"type":"integer","minimum":0,"maximum":65535}"#)
    try expectForm(UInt32.max, "4294967295", #"{"type":"integer","minimum":0,"maximum":4294967295}"#)
    try expectForm(UInt(1), "1", #"{"type":"integer","minimum":0,"maximum":9223372036854775807}"#)
    try expectForm(
      UInt64(Int64.max), "9223372036854775807", #"{"type":"integer","minimum":0,"maximum":9223372036854775807}"#)
    try expectForm(Float(0.1), "0.1", #"{"type":"number"}"#)
    try expectForm(Duration.seconds(90), "90", #"{"type":"number"}"#)
    try expectForm(Duration.milliseconds(-1500), "-1.5", #"{"type":"number"}"#)
    try expectForm(Duration.nanoseconds(1), "1e-09", #"{"type":"number"}"#)
    try expectForm(
      Set(["b", "a"]), #"["a","b"]"#, #"{"type":"array","items":{"type":"string"},"uniqueItems":true}"#)
    try expectForm(uuid, #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, #"{"type":"string","format":"uuid"}"#)
    try expectForm(Data([0, 255, 16]), #""AP8Q""#, #"{"type":"string","contentEncoding":"base64"}"#)
    try expectForm(Data(), #""""#, #"{"type":"string","contentEncoding":"base64"}"#)
    let decimal = #"{"type":"string","pattern":"^-?[0-9]+(\\.[0-9]+)?$"}"#
    try expectForm(try #require(Decimal(string: "-12.05")), #""-12.05""#, decimal)
    try expectForm(
      try #require(Decimal(string: "12345678901234567890123456789012345678")),
      #""12345678901234567890123456789012345678""#, decimal)
    try expectForm(Name(rawValue: "a"), #""a""#, #"{"type":"string"}"#)
    try expectForm(Even(rawValue: 2), "2", #"{"anyOf":[{"type":"integer"},{"type":"null"}]}"#)
  }

  @Test func aKeyIsTheNameOfAMember() throws {
    let uuid = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    try expectForm(
      [10: "b", 9: "a"], #"{"10":"b","9":"a"}"#,
      #"{"type":"object","propertyNames":{"type":"string","pattern":"^(0|-?[1-9][0-9]*)$"},"#
        + #""additionalProperties":{"type":"string"}}"#)
    try expectForm(
      [UInt8(0): true], #"{"0":true}"#,
      #"{"type":"object","propertyNames":{"type":"string","pattern":"^(0|[1-9][0-9]*)$"},"#
        + #""additionalProperties":{"type":"boolean"}}"#)
    try expectForm(
      [uuid: 1], #"{"E621E1F8-C36C-495A-93FC-0C247A3E6E5F":1}"#,
      #"{"type":"object","propertyNames":{"type":"string","format":"uuid"},"#
        + #""additionalProperties":{"type":"integer"}}"#)
    try expectForm(
      [Name(rawValue: "a"): 1], #"{"a":1}"#, #"{"type":"object","additionalProperties":{"type":"integer"}}"#)
    try expectForm(
      [try #require(Even(rawValue: -2)): 1], #"{"-2":1}"#,
      #"{"type":"object","propertyNames":{"type":"string","pattern":"^(0|-?[1-9][0-9]*)$"},"#
        + #""additionalProperties":{"type":"integer"}}"#)
  }

  @Test func equalValuesWriteEqualText() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<100 {
      let numbers = (0..<50).map { _ in Int.random(in: -99...99, using: &generator) }
      try #require(text(of: Set(numbers)) == text(of: Set(numbers.shuffled(using: &generator))))
    }
    #expect(text(of: Decimal(string: "1.50")) == text(of: Decimal(string: "1.5")))
  }

  @Test func numbersOfFewBitsReadBackAsThemselves() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<10_000 {
      let number = Float(bitPattern: generator.next())
      guard number.isFinite else { continue }
      try #require(try Float(json: JSONValue(parsing: text(of: number))) == number)
    }
    for _ in 0..<10_000 {
      let duration = Duration.nanoseconds(Int64.random(in: -1_000_000_000_000...1_000_000_000_000, using: &generator))
      try #require(try Duration(json: JSONValue(parsing: text(of: duration))) == duration)
    }
  }

  // MARK: - Bad input

  private func fault(_ text: String, as type: (some JSONDecodable).Type) -> String? {
    #expect(throws: JSONDecodingError.self) { _ = try type.init(json: JSONValue(parsing: text)) }?.description
  }

  @Test func aValueOutsideOfATypeIsRefusedWithItsPath() {
    #expect(fault("[1,256]", as: [UInt8].self) == "/1 must be an integer from 0 to 255")
    #expect(fault("-1", as: UInt64.self) == "must be an integer from 0 to 9223372036854775807")
    #expect(fault("1.5", as: Int8.self) == "must be an integer, not a number")
    #expect(fault("1e39", as: Float.self) == "is too large for a Float")
    #expect(fault("1e300", as: Duration.self) == "is too long for a duration")
    #expect(fault("-9.3e18", as: Duration.self) == "is too long for a duration")
    #expect(fault(#""1""#, as: Duration.self) == "must be a number, not a string")
    #expect(fault("[1,2,1]", as: Set<Int>.self) == "/2 must not repeat another element")
    #expect(fault("[1,true]", as: Set<Int>.self) == "/1 must be an integer, not a boolean")
    #expect(fault(#"["x"]"#, as: [UUID].self) == "/0 must be a UUID such as E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    for text in ["A", "AP8", "AP8Q=", "A*==", "AP 8Q", "é"] {
      #expect(fault(#"{"a":"\#(text)"}"#, as: [String: Data].self) == "/a must be base64", "\(text)")
    }
    for text in ["", "-", "1.", ".5", "+1", "1e5", "NaN", "1,5", " 1", "٢"] {
      #expect(fault(#"["\#(text)"]"#, as: [Decimal].self) == "/0 must be a decimal number such as -12.50", "\(text)")
    }
    let long = String(repeating: "1", count: 39)
    #expect(fault("\"\(long)\"", as: Decimal.self) == "must have at most 38 digits")
    #expect(fault("\"1\(String(repeating: "0", count: 300))\"", as: Decimal.self) == "must have at most 38 digits")
    #expect(fault("[1]", as: [Even].self) == "/0 must be a valid value of its type")
    #expect(fault("[2]", as: [Name].self) == "/0 must be a string, not an integer")
  }

  @Test func aNameThatIsNotAKeyIsRefusedWithItsPath() {
    for name in ["", "a", "01", "+1", "-0", "1.0", "9223372036854775808", "٢"] {
      let reason = "must have an integer from -9223372036854775808 to 9223372036854775807 as its name"
      #expect(fault(#"{"\#(name)":1}"#, as: [Int: Int].self) == "/\(name) \(reason)", "\(name)")
    }
    #expect(fault(#"{"256":1}"#, as: [UInt8: Int].self) == "/256 must have an integer from 0 to 255 as its name")
    #expect(fault(#"{"1":1}"#, as: [Even: Int].self) == "/1 must be a valid key")
    #expect(
      fault(#"{"x":1}"#, as: [UUID: Int].self) == "/x must be a UUID such as E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    let (upper, lower) = ("E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "e621e1f8-c36c-495a-93fc-0c247a3e6e5f")
    #expect(
      fault(#"{"\#(upper)":1,"\#(lower)":2}"#, as: [UUID: Int].self)
        == "/\(lower) must not have the same key as another member")
    #expect(fault(#"{"a":true}"#, as: [Name: Int].self) == "/a must be an integer, not a boolean")
  }

  // MARK: - Values without a JSON form

  private func encodingError(_ value: some JSONEncodable) throws -> String? {
    var writer = JSONWriter()
    writer.write(value)
    // The text is JSON even if there was an error.
    _ = try JSONValue(parsing: writer.bytes)
    return writer.error?.description
  }

  @Test func aValueWithoutAFormIsAnErrorWithItsPath() throws {
    for number in [Double.nan, .infinity, -.infinity] {
      #expect(try encodingError(number) == "must be a finite number")
      #expect(try encodingError(Float(number)) == "must be a finite number")
      #expect(try encodingError([1, 2, number, number]) == "/2 must be a finite number")
      #expect(try encodingError(["\"}[,": [["a": [0, number]]]]) == "/\"}[,/0/a/1 must be a finite number")
      #expect(try encodingError(["a/é": [0], "b": [1], "c": [number]]) == "/c/0 must be a finite number")
    }
    #expect(try encodingError([[0: Decimal.nan]]) == "/0/0 must be a finite number")
    #expect(try encodingError([0, UInt64.max]) == "/1 must be an integer of 64 bits")
    #expect(try encodingError(["a": Set([Double.nan])]) == "/a must be a finite number")
    #expect(try encodingError([1.5]) == nil)
  }

  /// A value that contains itself twice.
  private final class Loop: JSONEncodable {
    func encode(to writer: inout JSONWriter) {
      writer.object { writer in
        writer.member("first", [self])
        writer.member("second", self)
      }
    }
  }

  @Test func aValueThatContainsItselfIsAnError() throws {
    var writer = JSONWriter()
    writer.write(Loop())
    let error = try #require(writer.error)
    #expect(error.reason == "must not nest deeper than 1024 levels")
    #expect(error.path.description.hasPrefix("/first/0/first/0/first/0/"))
    #expect(writer.bytes.count < 100_000)
    writer.removeAll()
    writer.write([1])
    #expect(writer.error == nil && writer.description == "[1]")
  }

  /// An object that contains itself twice.
  final class Cycle: Hashable, JSONEncodable {
    static let jsonSchema = Int.jsonSchema

    static func == (one: Cycle, other: Cycle) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    func encode(to writer: inout JSONWriter) {
      writer.object { writer in
        writer.member("first", Set([self]))
        writer.member("second", Set([self]))
      }
    }
  }

  @MainActor @Test func setsThatContainThemselvesAreAnError() {
    var writer = JSONWriter()
    writer.write(Cycle())
    #expect(writer.error?.reason == "must not nest deeper than 1024 levels")
  }

  @Test func theDeepestValueThatIsReadCanBeWritten() throws {
    let text = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    var writer = JSONWriter()
    writer.write([try JSONValue(parsing: text)])
    #expect(writer.error == nil && writer.description == "[\(text)]")
  }
}
