/// The named types to which schemas refer.
public struct JSONDefinitions: Sendable {
  /// The schemas of the types, by name.
  public private(set) var schemas: [String: JSONSchema] = [:]

  /// Creates a collection without types.
  public init() {}

  /// Adds every named type to which a schema refers, directly or through other types.
  ///
  /// - Throws: ``JSONNameConflict`` if two different types have the same name. A generic type with other type arguments
  ///   is a different type.
  public mutating func add(_ schema: JSONSchema) throws(JSONNameConflict) {
    switch schema {
    case .any, .null, .boolean, .integer, .range, .number, .string, .formatted, .pattern, .base64: break
    case .anyOf(let alternatives): for alternative in alternatives { try add(alternative) }
    case .nullable(let inner), .array(let inner), .set(let inner): try add(inner)
    case .dictionary(let value, let keys):
      try add(keys)
      try add(value)
    case .enumeration(let enumeration): _ = try insert(schema, named: enumeration.name)
    case .choice(let choice):
      guard try insert(schema, named: choice.name) else { return }
      for member in choice.cases.flatMap(\.members) { try add(member.schema) }
    case .object(let object):
      // If the type was added before, its members are not added again: a type may contain itself.
      guard try insert(schema, named: object.name) else { return }
      for member in object.members { try add(member.schema) }
    }
  }

  private mutating func insert(_ schema: JSONSchema, named name: String) throws(JSONNameConflict) -> Bool {
    guard let known = schemas[name] else {
      schemas[name] = schema
      return true
    }
    guard known == schema else { throw JSONNameConflict(name: name) }
    return false
  }
}

/// The error for two types that have the same name in JSON.
public struct JSONNameConflict: Error, Hashable, Sendable {
  /// The name.
  public let name: String
}
