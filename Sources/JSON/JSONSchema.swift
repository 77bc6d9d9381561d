/// What the JSON form of a type looks like, writable as JSON Schema 2020-12.
///
/// Named types are written as a `$ref` into `$defs`; ``definitions`` lists them.
public indirect enum JSONSchema: Hashable, Sendable {
  case any
  case null
  case boolean
  case integer
  case range(ClosedRange<Int64>)
  case number
  case string
  case formatted(Format)
  case nullable(JSONSchema)
  case oneOf([JSONSchema])
  case array(of: JSONSchema)
  case dictionary(of: JSONSchema)
  case enumeration(Enumeration)
  case object(Object)

  /// What a string stands for, in the words of JSON Schema.
  public struct Format: RawRepresentable, Hashable, Sendable {
    /// The word.
    public let rawValue: String

    /// A date and time of RFC 3339.
    public static let dateTime = Format(rawValue: "date-time")
    /// An absolute URL.
    public static let uri = Format(rawValue: "uri")

    /// A format by its word.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

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
    /// Whether the member must be there.
    public let isRequired: Bool

    /// Asked only when needed: a type may have members of its own kind.
    private let type: any JSONRepresentable.Type

    /// Describes a member, which is required unless its type has a value for absence.
    public init<Value: JSONRepresentable>(
      _ name: String, _ type: Value.Type, isRequired: Bool? = nil, description: String? = nil
    ) {
      self.name = name
      self.description = description
      self.type = type
      self.isRequired = isRequired ?? !(type is any Nullable.Type)
    }

    /// The same member, required or not.
    public func required(_ isRequired: Bool) -> Member {
      Member(name: name, description: description, isRequired: isRequired, type: type)
    }

    private init(name: String, description: String?, isRequired: Bool, type: any JSONRepresentable.Type) {
      self.name = name
      self.description = description
      self.isRequired = isRequired
      self.type = type
    }

    /// The schema of the member's value.
    public var schema: JSONSchema { type.jsonSchema }

    /// Members are equal if they are named, described and typed alike.
    public static func == (left: Member, right: Member) -> Bool {
      left.name == right.name && left.description == right.description && left.isRequired == right.isRequired
        && left.type == right.type
    }

    /// Hashes what names the member.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(ObjectIdentifier(type))
    }
  }
}

/// A type whose members may be left out.
private protocol Nullable {}

extension Optional: Nullable {}

extension JSONSchema {
  /// The name, if this is the schema of a named type.
  public var name: String? {
    switch self {
    case .enumeration(let enumeration): enumeration.name
    case .object(let object): object.name
    default: nil
    }
  }

  /// The members, if this is the schema of an object.
  public var members: [Member] {
    if case .object(let object) = self { object.members } else { [] }
  }

  /// Every named type this schema mentions, however deep, by name.
  public var definitions: [String: JSONSchema] {
    var found: [String: JSONSchema] = [:]
    addDefinitions(to: &found)
    return found
  }

  /// One of two definitions of a name, which must be of one type.
  package static func unite(_ first: JSONSchema, _ second: JSONSchema) -> JSONSchema {
    precondition(first == second, "two types have the name \(first.name ?? "") in JSON")
    return first
  }

  private func addDefinitions(to found: inout [String: JSONSchema]) {
    switch self {
    case .any, .null, .boolean, .integer, .range, .number, .string, .formatted: break
    case .oneOf(let alternatives): for alternative in alternatives { alternative.addDefinitions(to: &found) }
    case .nullable(let inner), .array(let inner), .dictionary(let inner): inner.addDefinitions(to: &found)
    case .enumeration(let enumeration): found[enumeration.name] = self
    case .object(let object):
      // A type that was found already may be one that holds itself.
      guard found.updateValue(self, forKey: object.name) == nil else { return }
      for member in object.members { member.schema.addDefinitions(to: &found) }
    }
  }
}

extension Sequence<JSONSchema> {
  /// Every named type that one of the schemas mentions, by name; no two may share one.
  package var definitions: [String: JSONSchema] {
    reduce(into: [:]) { $0.merge($1.definitions, uniquingKeysWith: JSONSchema.unite) }
  }
}
