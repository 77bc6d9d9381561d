extension JSONSchema {
  /// The keywords of schemas.
  package enum Keyword: String {
    case reference = "$ref", anyOf, oneOf, type, enumeration = "enum"
    case minimum, maximum, format, pattern, contentEncoding, items, uniqueItems
    case properties, required, additionalProperties, propertyNames
    case description
  }
}

extension JSONSchema: JSONEncodable {
  /// Writes the schema for use in a JSON Schema document. A named type is written as a reference to its definition.
  public func encode(to writer: inout JSONWriter) {
    write(to: &writer)
  }

  /// The path of the definitions of named types in a JSON Schema document.
  public static let definitionsPath = "#/$defs/"

  /// Writes the schema for use in a document. A named type is written as a reference to its definition below the path
  /// `definitions`.
  public func write(to writer: inout JSONWriter, definitions: String = definitionsPath) {
    writer.object { writeKeywords(to: &$0, definitions: definitions) }
  }

  /// Writes the keywords of the schema into the open object.
  public func writeKeywords(to writer: inout JSONWriter, definitions: String = definitionsPath) {
    switch self {
    case .any: break
    case .null: writer.member(.type, "null")
    case .boolean: writer.member(.type, "boolean")
    case .integer: writer.member(.type, "integer")
    case .range(let range):
      writer.member(.type, "integer")
      writer.member(.minimum, range.lowerBound)
      writer.member(.maximum, range.upperBound)
    case .number: writer.member(.type, "number")
    case .string: writer.member(.type, "string")
    case .formatted(let format):
      writer.member(.type, "string")
      writer.member(.format, format.rawValue)
    case .pattern(let pattern):
      writer.member(.type, "string")
      writer.member(.pattern, pattern)
    case .base64:
      writer.member(.type, "string")
      writer.member(.contentEncoding, "base64")
    case .nullable(let inner):
      writer.key(.anyOf)
      writer.array { writer in
        inner.write(to: &writer, definitions: definitions)
        writer.object { $0.member(.type, "null") }
      }
    case .anyOf(let alternatives):
      writer.key(.anyOf)
      writer.array { writer in
        for alternative in alternatives { alternative.write(to: &writer, definitions: definitions) }
      }
    case .array(let element):
      writer.member(.type, "array")
      writer.key(.items)
      element.write(to: &writer, definitions: definitions)
    case .set(let element):
      JSONSchema.array(of: element).writeKeywords(to: &writer, definitions: definitions)
      writer.member(.uniqueItems, true)
    case .dictionary(let value, let keys):
      writer.member(.type, "object")
      if keys != .string {
        writer.key(.propertyNames)
        keys.write(to: &writer, definitions: definitions)
      }
      writer.key(.additionalProperties)
      value.write(to: &writer, definitions: definitions)
    case .enumeration(let enumeration): writer.member(.reference, definitions + enumeration.name)
    case .choice(let choice): writer.member(.reference, definitions + choice.name)
    case .object(let object): writer.member(.reference, definitions + object.name)
    }
  }

  /// Writes the definition of a named type, for use in `$defs`.
  public func writeDefinition(to writer: inout JSONWriter, definitions: String = definitionsPath) {
    writer.object { writer in
      switch self {
      case .enumeration(let enumeration):
        if let description = enumeration.description { writer.member(.description, description) }
        writer.member(.enumeration, enumeration.values)
      case .choice(let choice):
        if let description = choice.description { writer.member(.description, description) }
        writer.key(.oneOf)
        writer.array { writer in
          for element in choice.cases {
            writer.object { element.write(to: &$0, definitions: definitions) }
          }
        }
      case .object(let object):
        if let description = object.description { writer.member(.description, description) }
        JSONSchema.writeObject(object.members, to: &writer, definitions: definitions)
      default: writeKeywords(to: &writer, definitions: definitions)
      }
    }
  }

  /// Writes the keywords of the schema of an object with these members into the open object.
  ///
  /// - Parameter annotate: Writes further keywords into the schema of a member.
  public static func writeObject(
    _ members: [Member], allowsOthers: Bool = true, to writer: inout JSONWriter, definitions: String = definitionsPath,
    annotate: (Member, inout JSONWriter) -> Void = { _, _ in }
  ) {
    writer.member(.type, "object")
    writer.key(.properties)
    writer.object { writer in
      for member in members {
        writer.object(member.name) { writer in
          if let description = member.description { writer.member(.description, description) }
          member.schema.writeKeywords(to: &writer, definitions: definitions)
          annotate(member, &writer)
        }
      }
    }
    writer.member(.required, members.filter(\.isRequired).map(\.name))
    if !allowsOthers { writer.member(.additionalProperties, false) }
  }
}

extension JSONSchema.Choice.Case {
  /// Writes the keywords of the schema of this case into the open object.
  fileprivate func write(to writer: inout JSONWriter, definitions: String) {
    if let description { writer.member(.description, description) }
    writer.member(.type, "object")
    writer.key(.properties)
    writer.object { writer in
      writer.object(name) { JSONSchema.writeObject(members, to: &$0, definitions: definitions) }
    }
    writer.member(.required, [name])
    writer.member(.additionalProperties, false)
  }
}

extension JSONWriter {
  /// Writes a member of the open object, whose value is an object.
  package mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    object(body)
  }

  /// Writes a member of the open object, whose value is an array.
  package mutating func array(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    array(body)
  }

  /// Writes a keyword and its value into the open object.
  fileprivate mutating func member(_ keyword: JSONSchema.Keyword, _ value: some JSONEncodable) {
    member(keyword.rawValue, value)
  }

  /// Writes a keyword into the open object. The value must follow.
  fileprivate mutating func key(_ keyword: JSONSchema.Keyword) { key(keyword.rawValue) }
}
