public import JSON

/// What a peer calls one of its requests by: `1` and `"1"` are two ids.
public enum RequestID: Hashable, Sendable {
  case string(String)
  case integer(Int64)
  case null

  /// The id that a message's `id` member holds, or nil if it can be none.
  public init?(json: JSON) {
    switch json.kind {
    case .string: self = .string(json.string ?? "")
    case .integer: self = .integer(json.integer ?? 0)
    case .null: self = .null
    default: return nil
    }
  }
}

extension RequestID: JSONEncodable {
  public static var jsonSchema: JSONSchema { .any }

  public func encode(to writer: inout JSONWriter) {
    switch self {
    case .string(let value): writer.write(value)
    case .integer(let value): writer.write(value)
    case .null: writer.writeNull()
    }
  }
}
