/// A string that equals another only if both have the same characters in the same encoding.
///
/// `String` takes `é` and `e` with an accent for equal, as Unicode says; to JSON, and to most peers, they are
/// two names.
public struct ExactString: Hashable, Sendable {
  /// The string.
  public let string: String

  /// A string to be taken exactly.
  public init(_ string: String) { self.string = string }

  public static func == (left: Self, right: Self) -> Bool {
    var (left, right) = (left.string, right.string)
    return left.withUTF8 { left in
      right.withUTF8 { UnsafeRawBufferPointer(left).hasSameBytes(as: UnsafeRawBufferPointer($0)) }
    }
  }

  public func hash(into hasher: inout Hasher) {
    var string = string
    string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
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
