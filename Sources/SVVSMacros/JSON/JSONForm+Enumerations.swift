import MacroMessages
import SwiftSyntax

extension JSONForm {
  /// Returns the form of an enum: the raw value, or an object with the name and the payload of the case.
  static func enumeration(_ declaration: EnumDeclSyntax, type: String) throws(JSONCodableMistake) -> JSONForm {
    let keys = CodingKeysSource(in: declaration)
    try declaration.memberBlock.members.checkConditions(keys, isRead: true)
    let rawType = declaration.inheritedTypes.first ?? ""
    if rawType == "String" { return try strings(declaration, type: type) }
    if RawType.integers.contains(rawType) { return try integers(declaration, type: type) }
    guard declaration.cases.contains(where: { $0.parameterClause != nil }) else {
      let correction: Correction? =
        declaration.inheritanceClause == nil ? .insert(": String", after: declaration.name) : nil
      throw JSONCodableMistake(.enumWithoutRawValues, declaration.name, correction)
    }
    return try choice(declaration, type: type, keys)
  }

  private static func strings(_ declaration: EnumDeclSyntax, type: String) throws(JSONCodableMistake) -> JSONForm {
    let titles = try declaration.titlesArgument(\.rawLiteral)
    let values = declaration.cases.map(\.rawLiteral).joined(separator: ", ")
    let access = declaration.accessPrefix
    return JSONForm(
      schema: """
          \(access)static var jsonSchema: JSONSchema {
            .enumeration(JSONSchema.Enumeration(name: "\(type)"\(declaration.descriptionArgument), values: [\(values)]\(titles)))
          }
        """,
      encoding: encoding(access),
      decoding: """
          \(access)init(json: JSONValue) throws(JSONDecodingError) {
            let name = try String(json: json)
            guard let value = Self(rawValue: name) else {
              throw JSONDecodingError(expectedOneOf: [\(values)], found: name)
            }
            self = value
          }
        """
    ).adding("JSONKey", members: "  \(access)static var jsonKeySchema: JSONSchema { jsonSchema }")
  }

  private static func integers(_ declaration: EnumDeclSyntax, type: String) throws(JSONCodableMistake) -> JSONForm {
    let titles = try declaration.titlesArgument { "\"\\(Self.`\($0.plainName)`.rawValue)\"" }
    let cases = declaration.cases.map { "Self.`\($0.plainName)`" }.joined(separator: ", ")
    let access = declaration.accessPrefix
    return JSONForm(
      schema: """
          \(access)static var jsonSchema: JSONSchema {
            .enumeration(JSONSchema.Enumeration(name: "\(type)"\(declaration.descriptionArgument), cases: [\(cases)]\(titles)))
          }
        """,
      encoding: encoding(access),
      decoding: """
          \(access)init(json: JSONValue) throws(JSONDecodingError) {
            guard let value = Self(rawValue: try RawValue(json: json)) else {
              throw JSONDecodingError(expectedOneOf: [\(cases)])
            }
            self = value
          }
        """
    ).adding("JSONKey")
  }

  private static func encoding(_ access: String) -> String {
    """
      \(access)func encode(to writer: inout JSONWriter) {
        writer.write(rawValue)
      }
    """
  }

  private static func choice(
    _ declaration: EnumDeclSyntax, type: String, _ keys: CodingKeysSource?
  ) throws(JSONCodableMistake) -> JSONForm {
    var cases: [PayloadCase] = []
    for declared in declaration.memberBlock.members.compactMap({ $0.decl.as(EnumCaseDeclSyntax.self) }) {
      if let title = declared.attribute("Title") { throw JSONCodableMistake(.titleOfPayload, title, .remove(title)) }
      for element in declared.elements {
        guard keys?.contains(element.plainName) ?? true else {
          throw JSONCodableMistake(.caseWithoutCodingKey, element)
        }
        for parameter in element.parameterClause?.parameters ?? [] {
          guard let part = parameter.type.partWithoutJSONForm else { continue }
          throw JSONCodableMistake(part.misuse, part.type)
        }
        let payloadCase = PayloadCase(
          element, key: keys?[element.plainName], in: declaration, type: type,
          description: declared.descriptionArgument)
        guard payloadCase.hasDistinctKeys else { throw JSONCodableMistake(.keyTaken, element) }
        cases.append(payloadCase)
      }
    }
    let access = declaration.accessPrefix
    return JSONForm(
      schema: """
          \(access)static var jsonSchema: JSONSchema {
            .choice(JSONSchema.Choice(name: "\(type)"\(declaration.descriptionArgument), cases: [
        \(cases.map { "      \($0.schema),\n" }.joined())    ]))
          }
        """,
      encoding: """
          \(access)func encode(to writer: inout JSONWriter) {
            switch self {
        \(cases.map { "    \($0.encoding)\n" }.joined())    }
          }
        """,
      decoding: """
          \(access)init(json: JSONValue) throws(JSONDecodingError) {
            self = try json.decodeChoice(among: [
        \(cases.map { "      \($0.decoding),\n" }.joined())    ])
          }
        """)
  }
}

extension EnumDeclSyntax {
  /// The argument `titles` of a call, with the titles of the cases by `key`, after a comma; empty if there are none.
  fileprivate func titlesArgument(
    _ key: (EnumCaseElementSyntax) -> String
  ) throws(JSONCodableMistake) -> String {
    var titles: [String] = []
    for declared in memberBlock.members.compactMap({ $0.decl.as(EnumCaseDeclSyntax.self) }) {
      guard let attribute = declared.attribute("Title"), let title = attribute.argument(nil) else { continue }
      guard let element = declared.elements.first, declared.elements.count == 1 else {
        throw JSONCodableMistake(.titleOfSeveralCases, attribute)
      }
      titles.append("\(key(element)): \(title.trimmedDescription)")
    }
    return titles.isEmpty ? "" : ", titles: [\(titles.joined(separator: ", "))]"
  }
}

/// A case of an enum with payloads.
private struct PayloadCase {
  private let name: String
  /// The name in JSON, as a string literal.
  private let key: String
  private let description: String
  private let members: [(key: String, label: String?, type: MemberType, hasDefault: Bool)]

  init(
    _ element: EnumCaseElementSyntax, key: String?, in declaration: EnumDeclSyntax, type: String, description: String
  ) {
    let caseName = element.plainName
    name = caseName
    self.key = key ?? "\"\(name)\""
    self.description = description
    let keys = CodingKeysSource("\(name.prefix(1).uppercased())\(name.dropFirst())CodingKeys", in: declaration)
    let parameters = element.parameterClause?.parameters ?? []
    members = parameters.enumerated().map { index, parameter in
      let label = parameter.firstName?.text.trimmingBackticks
      let name = label == nil || label == "_" ? "_\(index)" : label ?? ""
      // In an extension of a nested type, the names of types that are declared beside it are unknown. The member's type
      // is therefore inferred from a closure.
      let pattern = parameters.indices.map { parameters[$0] == parameter ? "let value" : "_" }.joined(separator: ", ")
      let value =
        "{ (value: Self) in guard case .`\(caseName)`(\(pattern)) = value else { fatalError() }; return value }"
      let member = MemberType(
        type.contains(".") ? "_typeOfMember(\(value))" : "(\(parameter.type.trimmedDescription)).self",
        isStandard: parameter.type.hasStandardForm, in: declaration)
      return (
        keys?[name] ?? "\"\(name)\"", label == "_" ? nil : label, member, parameter.defaultValue != nil
      )
    }
  }

  /// Whether each member of the payload has a name of its own in JSON.
  var hasDistinctKeys: Bool { Set(members.map(\.key)).count == members.count }

  var schema: String {
    let list = members.map { key, _, type, hasDefault in
      "JSONSchema.Member(\(key), \(type.source)\(hasDefault ? ", isRequired: false" : ""))"
    }
    let argument = list.isEmpty ? "" : ", members: [\(list.joined(separator: ", "))]"
    return "JSONSchema.Choice.Case(\(key)\(description)\(argument))"
  }

  var encoding: String {
    guard !members.isEmpty else { return "case .`\(name)`: writer.choice(\(key)) { _ in }" }
    let values = members.indices.map { "let value\($0)" }.joined(separator: ", ")
    let writing = members.enumerated().map { "        writer.\($1.type.member)(\($1.key), value\($0))\n" }.joined()
    return "case .`\(name)`(\(values)):\n      writer.choice(\(key)) { writer in\n\(writing)      }"
  }

  /// The source of a tuple: the name of the case in JSON, and a closure that creates the case from its payload.
  var decoding: String {
    guard !members.isEmpty else { return "(\(key), { _ in .`\(name)` })" }
    let required = members.filter { !$0.hasDefault }.map { key, label, type, _ in
      "\(prefix(label))try payload.\(type.decode)(\(key))"
    }
    let start = ".`\(name)`(\(required.joined(separator: ", ")))"
    guard required.count < members.count else {
      return "(\(key), { payload throws(JSONDecodingError) in \(start) })"
    }
    // The extension does not repeat the default values, which may contain names that are unknown there.
    let values = members.enumerated().map { "\($1.hasDefault ? "var" : "let") value\($0)" }
    let read = members.enumerated().filter(\.element.hasDefault).map {
      "        try payload.\($1.type.decode)(\($1.key), into: &value\($0))\n"
    }
    let all = members.enumerated().map { "\(prefix($1.label))value\($0)" }
    return """
      (\(key), { payload throws(JSONDecodingError) in
              guard case .`\(name)`(\(values.joined(separator: ", "))) = \(start) as Self else { fatalError() }
      \(read.joined())        return .`\(name)`(\(all.joined(separator: ", ")))
            })
      """
  }

  /// The label of an argument, as source code in front of the argument.
  private func prefix(_ label: String?) -> String {
    label.map { "\($0): " } ?? ""
  }
}
