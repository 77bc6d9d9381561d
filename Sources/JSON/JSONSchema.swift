/// What the JSON form of a type looks like, writable as JSON Schema 2020-12.
///
/// Named types are written as a `$ref` into `$defs`; ``JSONDefinitions`` gathers them.
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
    /// What a person reads in place of the name.
    public let title: String?
    /// What the member stands for.
    public let description: String?
    /// Whether the member must be there.
    public let isRequired: Bool

    private let source: Source

    /// Describes a member, which is required unless its type has a value for absence.
    public init<Value: JSONRepresentable>(
      _ name: String, _ type: Value.Type, isRequired: Bool? = nil, title: String? = nil, description: String? = nil
    ) {
      self.name = name
      self.title = title
      self.description = description
      source = .type(type)
      self.isRequired = isRequired ?? !type.mayBeAbsent
    }

    /// Describes a member that must be there, whose schema is of no type.
    public init(_ name: String, schema: JSONSchema, description: String? = nil) {
      self.init(name: name, title: nil, description: description, isRequired: true, source: .schema(schema))
    }

    /// The same member, required or not.
    public func required(_ isRequired: Bool) -> Member {
      Member(name: name, title: title, description: description, isRequired: isRequired, source: source)
    }

    private init(name: String, title: String?, description: String?, isRequired: Bool, source: Source) {
      self.name = name
      self.title = title
      self.description = description
      self.isRequired = isRequired
      self.source = source
    }

    /// The schema of the member's value.
    public var schema: JSONSchema {
      switch source {
      case .type(let type): type.jsonSchema
      case .schema(let schema): schema
      }
    }

    private enum Source {
      /// Asked only when needed: a type may have members of its own kind.
      case type(any JSONRepresentable.Type)
      case schema(JSONSchema)
    }

    /// Members are equal if they are named, described and typed alike.
    public static func == (left: Member, right: Member) -> Bool {
      left.name == right.name && left.title == right.title && left.description == right.description
        && left.isRequired == right.isRequired && left.isTyped(as: right)
    }

    private func isTyped(as other: Member) -> Bool {
      switch (source, other.source) {
      case (.type(let type), .type(let otherType)): type == otherType
      case (.schema(let schema), .schema(let otherSchema)): schema == otherSchema
      case (.type, .schema), (.schema, .type): false
      }
    }

    /// Hashes what names the member.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }
}

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
}
