/// A string that equals another only if both have the same characters in the same encoding.
///
/// `String` follows Unicode, where `é` equals `e` with a combining accent. In JSON, and for most peers, these are two
/// different names.
public struct ExactString: Hashable, Sendable {
  /// The string.
  public let string: String

  /// Creates an exact string.
  public init(_ string: String) { self.string = string }

  public static func == (left: Self, right: Self) -> Bool {
    left.string.withUTF8Bytes { left in
      right.string.withUTF8Bytes { UnsafeRawBufferPointer(left).hasSameBytes(as: UnsafeRawBufferPointer($0)) }
    }
  }

  public func hash(into hasher: inout Hasher) {
    string.withUTF8Bytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)  // occurs in no UTF-8
  }
}

extension ExactString: ExpressibleByStringLiteral {
  public init(stringLiteral string: String) { self.init(string) }
}

extension ExactString: JSONCodable {
  public static var jsonSchema: JSONSchema { .string }

  public init(json: JSONValue) throws(JSONDecodingError) { self.init(try String(json: json)) }

  public func encode(to writer: inout JSONWriter) { writer.write(string) }
}
