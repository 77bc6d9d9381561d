// A type with raw values needs no members to conform to `JSONCodable`: it has the JSON form of its raw values.

extension JSONRepresentable where Self: RawRepresentable, RawValue: JSONRepresentable {
  /// The schema of the raw values.
  public static var jsonSchema: JSONSchema { RawValue.jsonSchema }
}

extension JSONEncodable where Self: RawRepresentable, RawValue: JSONEncodable {
  /// Writes the raw value.
  public func encode(to writer: inout JSONWriter) { rawValue.encode(to: &writer) }
}

extension JSONDecodable where Self: RawRepresentable, RawValue: JSONDecodable {
  /// Reads a raw value.
  public init(json: JSONValue) throws(JSONDecodingError) {
    guard let value = Self(rawValue: try RawValue(json: json)) else {
      throw JSONDecodingError("must be a valid value of its type")
    }
    self = value
  }
}
