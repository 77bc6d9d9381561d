public import JSON

/// The id of a request. `1` and `"1"` are different ids. Two texts in different normal forms of Unicode are also
/// different ids.
public enum RequestID: Hashable, Sendable {
  case string(ExactString)
  case integer(Int64)
  case null

  /// The size of an id that is a string, in bytes of UTF-8; 0 for any other id.
  package var textSize: Int { if case .string(let text) = self { text.string.utf8.count } else { 0 } }
}

extension RequestID: JSONCodable {
  public static var jsonSchema: JSONSchema { .anyOf([.string, .range(.min ... .max), .null]) }

  /// Reads the `id` member of a message. A number with a fraction is invalid, because the response could not repeat it
  /// exactly.
  public init(json: JSONValue) throws(JSONDecodingError) {
    switch json.kind {
    case .string: self = .string(ExactString(json.string ?? ""))
    case .integer: self = .integer(json.integer ?? 0)
    case .null: self = .null
    default: throw JSONDecodingError(expected: .string, .integer, .null, found: json)
    }
  }

  public func encode(to writer: inout JSONWriter) {
    switch self {
    case .string(let value): writer.write(value.string)
    case .integer(let value): writer.write(value)
    case .null: writer.writeNull()
    }
  }
}
