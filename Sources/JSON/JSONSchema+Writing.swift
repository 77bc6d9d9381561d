extension JSONSchema {
  /// The keywords of schemas, except those of hints.
  package enum Keyword: String, CaseIterable {
    case reference = "$ref", anyOf, oneOf, type, enumeration = "enum"
    case minimum, maximum, format, pattern, contentEncoding, items, uniqueItems
    case properties, required, additionalProperties, propertyNames
    case description, propertyOrder
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
    case .oneOf(let alternatives):
      writer.key(.oneOf)
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
  ///
  /// - Parameter namesOrder: Whether `propertyOrder` is also written, with the names of an object's members in order.
  public func writeDefinition(
    to writer: inout JSONWriter, definitions: String = definitionsPath, namesOrder: Bool = false
  ) {
    writer.object { writer in
      switch self {
      case .enumeration(let enumeration):
        if let description = enumeration.description { writer.member(.description, description) }
        writer.member(.enumeration, enumeration.values)
        if !enumeration.titles.isEmpty {
          writer.key(Hint.Keyword.enumTitles.rawValue)
          writer.object { writer in
            for value in enumeration.values {
              if let title = enumeration.titles[value.text] { writer.member(value.text, title) }
            }
          }
        }
      case .choice(let choice):
        if let description = choice.description { writer.member(.description, description) }
        writer.key(.oneOf)
        writer.array { writer in
          for element in choice.cases {
            writer.object { element.write(to: &$0, definitions: definitions, namesOrder: namesOrder) }
          }
        }
      case .object(let object):
        if let description = object.description { writer.member(.description, description) }
        JSONSchema.writeObject(object.members, namesOrder: namesOrder, to: &writer, definitions: definitions)
      default: writeKeywords(to: &writer, definitions: definitions)
      }
    }
  }

  /// Writes the keywords of the schema of an object with these members into the open object.
  ///
  /// - Parameters:
  ///   - namesOrder: Whether `propertyOrder` is also written, with the names in the order of `properties`. It is for
  ///     parsers that lose the order of an object's members.
  ///   - annotate: Writes further keywords into the schema of a member.
  public static func writeObject(
    _ members: [Member], allowsOthers: Bool = true, namesOrder: Bool = false, to writer: inout JSONWriter,
    definitions: String = definitionsPath, annotate: (Member, inout JSONWriter) -> Void = { _, _ in }
  ) {
    writer.member(.type, "object")
    writer.key(.properties)
    writer.object { writer in
      for member in members {
        writer.key(member.name)
        writer.object { writer in
          for hint in member.hints { hint.write(to: &writer) }
          if let description = member.description { writer.member(.description, description) }
          member.schema.writeKeywords(to: &writer, definitions: definitions)
          annotate(member, &writer)
        }
      }
    }
    if namesOrder, members.count > 1 { writer.member(.propertyOrder, members.map(\.name)) }
    writer.member(.required, members.filter(\.isRequired).map(\.name))
    if !allowsOthers { writer.member(.additionalProperties, false) }
  }
}

extension JSONSchema.Choice.Case {
  /// Writes the keywords of the schema of this case into the open object.
  fileprivate func write(to writer: inout JSONWriter, definitions: String, namesOrder: Bool) {
    if let description { writer.member(.description, description) }
    writer.member(.type, "object")
    writer.key(.properties)
    writer.object { writer in
      writer.key(name)
      writer.object { JSONSchema.writeObject(members, namesOrder: namesOrder, to: &$0, definitions: definitions) }
    }
    writer.member(.required, [name])
    writer.member(.additionalProperties, false)
  }
}

extension JSONWriter {
  /// Writes a keyword and its value into the open object.
  mutating func member(_ keyword: JSONSchema.Keyword, _ value: some JSONEncodable) { member(keyword.rawValue, value) }

  /// Writes a keyword into the open object. The value must follow.
  fileprivate mutating func key(_ keyword: JSONSchema.Keyword) { key(keyword.rawValue) }
}
