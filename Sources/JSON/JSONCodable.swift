/// A type whose values have a JSON form, described by a JSON Schema.
public protocol JSONRepresentable: SendableMetatype {
  /// The schema of the JSON form.
  static var jsonSchema: JSONSchema { get }

  /// Whether a member of this type may be left out of an object.
  static var mayBeAbsent: Bool { get }
}

extension JSONRepresentable {
  /// False by default: a member is required.
  public static var mayBeAbsent: Bool { false }
}

/// A type whose values can be written as JSON.
public protocol JSONEncodable {
  /// Writes exactly one JSON value. Equal values must be written as equal texts.
  func encode(to writer: inout JSONWriter)
}

extension JSONEncodable {
  /// The value as compact JSON text in UTF-8.
  package var jsonText: [UInt8] {
    var writer = JSONWriter()
    encode(to: &writer)
    return writer.bytes
  }

  /// The value as compact JSON text.
  package var jsonString: String { String(decoding: jsonText, as: UTF8.self) }
}

/// A type whose values can be read from JSON.
public protocol JSONDecodable: JSONRepresentable, Sendable {
  /// Reads the value from its JSON form.
  init(json: JSONValue) throws(JSONDecodingError)

  /// The value of a member of this type if the member is left out of an object. Nil if the member is required.
  static var valueWhenAbsent: Self? { get }
}

/// A type whose values can be written as JSON and read back.
public typealias JSONCodable = JSONDecodable & JSONEncodable

extension JSONDecodable {
  /// Nil by default: a member is required.
  public static var valueWhenAbsent: Self? { nil }
}

extension JSONValue {
  /// Reads a member of an object. The path of an error begins with the name of the member.
  public func decode<Value: JSONDecodable>(
    _ key: String, as type: Value.Type = Value.self
  ) throws(JSONDecodingError) -> Value {
    guard let member = self[key] else {
      if let value = Value.valueWhenAbsent { return value }
      throw JSONDecodingError("is missing").inside(key)
    }
    do {
      return try Value(json: member)
    } catch {
      throw error.inside(key)
    }
  }

  /// Reads a member of an object, or returns the default value if there is no such member.
  public func decode<Value: JSONDecodable>(
    _ key: String, default value: @autoclosure () -> Value
  ) throws(JSONDecodingError) -> Value {
    self[key] == nil ? value() : try decode(key)
  }

  /// Reads a member of an object into a variable, which keeps its value if there is no such member.
  public func decode<Value: JSONDecodable>(_ key: String, into value: inout Value) throws(JSONDecodingError) {
    if self[key] != nil { value = try decode(key) }
  }

  /// Reads a member of an object, or returns nil if there is no such member. The member may be null only if `Value` can
  /// be read from null.
  public func decodeIfPresent<Value: JSONDecodable>(_ key: String) throws(JSONDecodingError) -> Value? {
    self[key] == nil ? nil : try decode(key, as: Value.self)
  }

  /// Throws an error unless the value is an object.
  public func requireObject() throws(JSONDecodingError) {
    guard kind == .object else { throw JSONDecodingError(expected: .object, found: self) }
  }
}
