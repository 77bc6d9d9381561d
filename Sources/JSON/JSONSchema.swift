/// The schema of a type's JSON form. It can be written as JSON Schema 2020-12.
///
/// A named type is written as a `$ref` to its definition in `$defs`. ``JSONDefinitions`` collects the definitions.
public indirect enum JSONSchema: Hashable, Sendable {
  case any
  case null
  case boolean
  case integer
  case range(ClosedRange<Int64>)
  case number
  case string
  case formatted(Format)
  case pattern(String)
  case base64
  case nullable(JSONSchema)
  case anyOf([JSONSchema])
  case array(of: JSONSchema)
  case set(of: JSONSchema)
  case dictionary(of: JSONSchema, keys: JSONSchema = .string)
  case enumeration(Enumeration)
  case choice(Choice)
  case object(Object)

  /// The format of a string in JSON Schema.
  public struct Format: RawRepresentable, Hashable, Sendable {
    /// The name of the format.
    public let rawValue: String

    /// A date and time in the format of RFC 3339.
    public static let dateTime = Format(rawValue: "date-time")
    /// An absolute URL.
    public static let uri = Format(rawValue: "uri")
    /// A UUID.
    public static let uuid = Format(rawValue: "uuid")

    /// Creates a format from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// A named set of strings or integers.
  public struct Enumeration: Hashable, Sendable {
    /// The type's name.
    public let name: String
    /// The description of the type.
    public let description: String?
    /// The values, in the order of their declaration.
    public let values: [Value]
    /// The texts that people read in place of the values, keyed by the values as text.
    public let titles: [String: String]

    /// Describes a set of strings or integers.
    public init(name: String, description: String? = nil, values: [Value], titles: [String: String] = [:]) {
      self.name = name
      self.description = description
      self.values = values
      self.titles = titles
    }

    /// Describes the cases of an enum with string raw values.
    public init<Case: RawRepresentable<String>>(name: String, description: String? = nil, cases: [Case]) {
      self.init(name: name, description: description, values: cases.map { .string($0.rawValue) })
    }

    /// Describes the cases of an enum with integer raw values.
    public init<Case: RawRepresentable>(
      name: String, description: String? = nil, cases: [Case], titles: [String: String] = [:]
    ) where Case.RawValue: BinaryInteger {
      self.init(
        name: name, description: description, values: cases.map { .integer(Int64(clamping: $0.rawValue)) },
        titles: titles)
    }

    /// A value of an enumeration.
    public enum Value: Hashable, Sendable {
      case string(String)
      case integer(Int64)

      /// The value as text.
      package var text: String {
        switch self {
        case .string(let value): value
        case .integer(let value): String(value)
        }
      }
    }
  }

  /// A named set of cases with payloads. Its JSON form is an object with one member, whose name is the name of the
  /// case.
  public struct Choice: Hashable, Sendable {
    /// The type's name.
    public let name: String
    /// The description of the type.
    public let description: String?
    /// The cases, in the order of their declaration.
    public let cases: [Case]

    /// Describes a set of cases.
    public init(name: String, description: String? = nil, cases: [Case]) {
      self.name = name
      self.description = description
      self.cases = cases
    }

    /// A case and the members of its payload.
    public struct Case: Hashable, Sendable {
      /// The name of the case.
      public let name: String
      /// The description of the case.
      public let description: String?
      /// The members of the case's payload, in the order of their declaration.
      public let members: [Member]

      /// Describes a case.
      public init(_ name: String, description: String? = nil, members: [Member] = []) {
        self.name = name
        self.description = description
        self.members = members
      }
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
    /// The hints for front ends.
    public let hints: [Hint]
    /// The description of the member.
    public let description: String?
    /// Whether the member is required.
    public let isRequired: Bool

    private let source: Source

    /// Describes a member. If `isRequired` is nil, the member is required unless its type allows absence.
    public init<Value: JSONRepresentable>(
      _ name: String, _ type: Value.Type, isRequired: Bool? = nil, hints: [Hint] = [], description: String? = nil
    ) {
      self.name = name
      self.hints = hints
      self.description = description
      source = .type(type)
      self.isRequired = isRequired ?? !type.mayBeAbsent
    }

    /// Describes a required member whose schema does not belong to a type.
    public init(_ name: String, schema: JSONSchema, description: String? = nil) {
      self.init(name: name, hints: [], description: description, isRequired: true, source: .schema(schema))
    }

    /// Returns the same member with another value of `isRequired`.
    public func required(_ isRequired: Bool) -> Member {
      Member(name: name, hints: hints, description: description, isRequired: isRequired, source: source)
    }

    private init(name: String, hints: [Hint], description: String?, isRequired: Bool, source: Source) {
      self.name = name
      self.hints = hints
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
      /// The type of the member. Its schema is read lazily, because a type may have members of its own type.
      case type(any JSONRepresentable.Type)
      case schema(JSONSchema)
    }

    /// Members are equal if all their properties are equal. Schemas that come from types are equal if the types are.
    public static func == (left: Member, right: Member) -> Bool {
      left.name == right.name && left.hints == right.hints && left.description == right.description
        && left.isRequired == right.isRequired && left.isTyped(as: right)
    }

    private func isTyped(as other: Member) -> Bool {
      switch (source, other.source) {
      case (.type(let type), .type(let otherType)): type == otherType
      case (.schema(let schema), .schema(let otherSchema)): schema == otherSchema
      case (.type, .schema), (.schema, .type): false
      }
    }

    /// Hashes the name of the member.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }
}

extension JSONSchema {
  /// The name of the type. Nil unless this is the schema of a named type.
  public var name: String? {
    switch self {
    case .enumeration(let enumeration): enumeration.name
    case .choice(let choice): choice.name
    case .object(let object): object.name
    default: nil
    }
  }

  /// The members of the object. Empty unless this is the schema of an object.
  public var members: [Member] {
    if case .object(let object) = self { object.members } else { [] }
  }
}

extension JSONSchema.Enumeration.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  public init(stringLiteral value: String) { self = .string(value) }

  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension JSONSchema.Enumeration.Value: JSONEncodable {
  /// Writes the value.
  public func encode(to writer: inout JSONWriter) {
    switch self {
    case .string(let value): writer.write(value)
    case .integer(let value): writer.write(value)
    }
  }
}
