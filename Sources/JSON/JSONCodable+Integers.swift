extension JSONRepresentable where Self: FixedWidthInteger {
  /// The range of the type, limited to the range of `Int64`.
  public static var jsonSchema: JSONSchema { .range(Int64(clamping: min)...Int64(clamping: max)) }
}

extension JSONEncodable where Self: FixedWidthInteger {
  /// Writes the integer. An integer above the range of `Int64` has no JSON form.
  public func encode(to writer: inout JSONWriter) {
    guard let value = Int64(exactly: self) else { return writer.writeError("must be an integer of 64 bits") }
    writer.write(value)
  }
}

extension JSONDecodable where Self: FixedWidthInteger {
  public init(json: JSONValue) throws(JSONDecodingError) {
    guard let value = Self(exactly: try Int64(json: json)) else {
      throw JSONDecodingError("must be an integer from \(Self.min) to \(Int64(clamping: Self.max))")
    }
    self = value
  }
}

extension Int8: JSONCodable, JSONKey {}
extension Int16: JSONCodable, JSONKey {}
extension Int32: JSONCodable, JSONKey {}
extension UInt: JSONCodable, JSONKey {}
extension UInt8: JSONCodable, JSONKey {}
extension UInt16: JSONCodable, JSONKey {}
extension UInt32: JSONCodable, JSONKey {}
extension UInt64: JSONCodable, JSONKey {}
