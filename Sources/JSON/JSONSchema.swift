/// The schema of the JSON form of a type, which can be written as JSON Schema 2020-12.
///
/// A named type is written as a `$ref` into `$defs`, which ``JSONDefinitions`` collects.
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

  /// The format of a string in JSON Schema.
  public struct Format: RawRepresentable, Hashable, Sendable {
    /// The name of the format.
    public let rawValue: String

    /// A date and time of RFC 3339.
    public static let dateTime = Format(rawValue: "date-time")
    /// An absolute URL.
    public static let uri = Format(rawValue: "uri")

    /// Creates a format from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// A named set of strings.
  public struct Enumeration: Hashable, Sendable {
    /// The type's name.
    public let name: String
    /// The description of the type.
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
    /// The description of the type.
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
    /// The text that people read in place of the name.
    public let title: String?
    /// The description of the member.
    public let description: String?
    /// Whether the member is required.
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

    /// Describes a required member whose schema does not belong to a type.
    public init(_ name: String, schema: JSONSchema, description: String? = nil) {
      self.init(name: name, title: nil, description: description, isRequired: true, source: .schema(schema))
    }

    /// The same member, with another value of `isRequired`.
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
      /// Evaluated lazily, because a type may have members of the same type.
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
