/// What the JSON form of a type looks like, writable as JSON Schema 2020-12.
///
/// Named types are written as a `$ref` into `$defs`; ``definitions`` lists them.
public indirect enum JSONSchema: Hashable, Sendable {
  case any
  case boolean
  case integer
  case number
  case string
  case nullable(JSONSchema)
  case array(of: JSONSchema)
  case dictionary(of: JSONSchema)
  case enumeration(Enumeration)
  case object(Object)

  /// A named set of strings.
  public struct Enumeration: Hashable, Sendable {
    /// The type's name.
    public let name: String
    /// What the type stands for.
    public let description: String?
    /// The strings, in the order of their declaration.
    public let values: [String]

    /// Describes a set of strings.
    public init(name: String, description: String? = nil, values: [String]) {
      self.name = name
      self.description = description
      self.values = values
    }
  }

  /// A named object with known members.
  public struct Object: Hashable, Sendable {
    /// The type's name.
    public let name: String
    /// What the type stands for.
    public let description: String?
    /// The members, in the order of their declaration.
    public let members: [Member]

    /// Describes an object.
    public init(name: String, description: String? = nil, members: [Member]) {
      self.name = name
      self.description = description
      self.members = members
    }
  }

  /// One member of an object, or one argument of a call.
  public struct Member: Hashable, Sendable {
    /// The member's name.
    public let name: String
    /// What the member stands for.
    public let description: String?
    /// The schema of the member's value.
    public let schema: JSONSchema
    /// Whether the member may be left out.
    public let isRequired: Bool

    /// Describes a member, which is required unless its type has a value for absence.
    public init<Value: JSONRepresentable>(
      _ name: String, _ type: Value.Type, isRequired: Bool? = nil, description: String? = nil
    ) {
      self.name = name
      self.description = description
      schema = Value.jsonSchema
      self.isRequired = isRequired ?? !schema.isNullable
    }
  }

  private var isNullable: Bool {
    if case .nullable = self { true } else { false }
  }
}

extension JSONSchema {
  /// The members, if this is the schema of an object.
  public var members: [Member] {
    if case .object(let object) = self { object.members } else { [] }
  }

  /// Every named type this schema mentions, however deep, by name.
  public var definitions: [String: JSONSchema] {
    switch self {
    case .any, .boolean, .integer, .number, .string: [:]
    case .nullable(let inner), .array(let inner), .dictionary(let inner): inner.definitions
    case .enumeration(let enumeration): [enumeration.name: self]
    case .object(let object):
      object.members.reduce(into: [object.name: self]) { $0.merge($1.schema.definitions) { first, _ in first } }
    }
  }
}
