public import JSON

/// What a peer calls one of its requests by: `1` and `"1"` are two ids.
public enum RequestID: Hashable, Sendable {
  case string(String)
  case integer(Int64)
  case null

}

extension RequestID: JSONCodable {
  public static var jsonSchema: JSONSchema { .oneOf([.string, .integer, .null]) }

  /// Reads the `id` member of a message. A number with a fraction is none: it could not be echoed as it was.
  public init(json: JSON) throws(JSONDecodingError) {
    switch json.kind {
    case .string: self = .string(json.string ?? "")
    case .integer: self = .integer(json.integer ?? 0)
    case .null: self = .null
    default: throw JSONDecodingError(expected: "a string, an integer or null", found: json)
    }
  }

  public func encode(to writer: inout JSONWriter) {
    switch self {
    case .string(let value): writer.write(value)
    case .integer(let value): writer.write(value)
    case .null: writer.writeNull()
    }
  }
}
