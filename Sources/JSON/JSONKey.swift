/// A type whose values can be the keys of a dictionary that has a JSON form: strings, integers, UUIDs, and types with
/// such raw values.
///
/// In JSON, the key is the name of a member. Names are strings: the key 1 has the name `"1"`.
public protocol JSONKey: Hashable, Sendable, SendableMetatype {
  /// The schema of the keys as names of members.
  static var jsonKeySchema: JSONSchema { get }

  /// The key as the name of a member. Equal keys have equal names.
  var jsonKey: String { get }

  /// Reads the key from the name of a member.
  init(jsonKey: String) throws(JSONDecodingError)
}

extension String: JSONKey {
  public static var jsonKeySchema: JSONSchema { .string }

  public var jsonKey: String { self }

  public init(jsonKey: String) { self = jsonKey }
}

extension JSONKey where Self: FixedWidthInteger {
  public static var jsonKeySchema: JSONSchema { .pattern(isSigned ? "^(0|-?[1-9][0-9]*)$" : "^(0|[1-9][0-9]*)$") }

  public var jsonKey: String { String(self) }

  public init(jsonKey: String) throws(JSONDecodingError) {
    // Other spellings, such as 01 and +1, are refused: a key has only one name.
    guard let value = Self(jsonKey), String(value) == jsonKey else {
      throw JSONDecodingError("must have an integer from \(Self.min) to \(Self.max) as its name")
    }
    self = value
  }
}

extension Int: JSONKey {}
extension Int64: JSONKey {}

extension JSONKey where Self: RawRepresentable, RawValue: JSONKey {
  public static var jsonKeySchema: JSONSchema { RawValue.jsonKeySchema }

  public var jsonKey: String { rawValue.jsonKey }

  public init(jsonKey: String) throws(JSONDecodingError) {
    guard let value = Self(rawValue: try RawValue(jsonKey: jsonKey)) else {
      throw JSONDecodingError("must be a valid key")
    }
    self = value
  }
}

// MARK: - Dictionaries

extension Dictionary: JSONRepresentable where Key: JSONKey, Value: JSONRepresentable {
  public static var jsonSchema: JSONSchema { .dictionary(of: Value.jsonSchema, keys: Key.jsonKeySchema) }
}

extension Dictionary: JSONEncodable where Key: JSONKey, Value: JSONEncodable {
  /// Writes an object. The members are sorted by name, so that equal dictionaries are written as equal texts.
  public func encode(to writer: inout JSONWriter) {
    let members = map { (name: $0.key.jsonKey, value: $0.value) }.sorted { $0.name < $1.name }
    writer.object { writer in
      for (name, value) in members { writer.member(name, value) }
    }
  }
}

extension Dictionary: JSONDecodable where Key: JSONKey, Value: JSONDecodable {
  public init(json: JSONValue) throws(JSONDecodingError) {
    try json.requireObject()
    self = [:]
    for (name, member) in json.members {
      do throws(JSONDecodingError) {
        let key = try Key(jsonKey: name)
        guard updateValue(try Value(json: member), forKey: key) == nil else {
          throw JSONDecodingError("must not have the same key as another member")
        }
      } catch {
        throw error.inside(name)
      }
    }
  }
}
